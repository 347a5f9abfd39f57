//! Reading the parts of certificates: what each line says, and which lines are refused.

use gordian_checker::{Claim, read_listing};
use gordian_formula::Var;
use gordian_testkit::lits;

const CLAIM: &str = "gordian certificate 1
c a comment

solutions 12
classes 4
order 6
lists classes 5
forbids true
show 1 2 0
free 3 0
show 4 0
choice 1 -2 0
representatives -2 0
";

fn vars(numbers: &[i32]) -> Vec<Var> {
    lits(numbers).into_iter().map(|lit| lit.var()).collect()
}

fn read(text: &str) -> Result<Claim, String> {
    Claim::read(text.as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn every_line_of_a_claim_is_read() {
    let expected = Claim {
        solutions: 12,
        classes: Some(4),
        order: Some(6),
        lists_classes: true,
        num_listed: 5,
        forbids_true: true,
        show: vars(&[1, 2, 4]),
        free: vars(&[3]),
        choice: lits(&[1, -2]),
        representatives: lits(&[-2]),
    };
    assert_eq!(read(CLAIM), Ok(expected.clone()));
    let other = CLAIM.replace("lists classes", "lists solutions").replace("forbids true", "forbids all");
    assert_eq!(read(&other), Ok(Claim { lists_classes: false, forbids_true: false, ..expected.clone() }));
    let unsaid = CLAIM.replace("order 6\n", "");
    assert_eq!(read(&unsaid), Ok(Claim { order: None, ..expected.clone() }));
    let unsaid = unsaid.replace("classes 4\n", "");
    assert_eq!(read(&unsaid), Ok(Claim { order: None, classes: None, ..expected }));
}

#[test]
fn a_claim_that_says_less_or_something_else_is_refused() {
    for (line, said, message) in [
        ("gordian certificate 1", "", "there is no line 'gordian'"),
        ("solutions 12", "", "there is no line 'solutions'"),
        ("classes 4", "", "there is no line 'classes'"),
        ("lists classes 5", "", "there is no line 'lists'"),
        ("forbids true", "", "there is no line 'forbids'"),
        ("gordian certificate 1", "gordian certificate 2", "line 1: certificates of version '2' are not known"),
        ("gordian certificate 1", "gordian proof 1", "line 1: a line cannot begin with 'gordian'"),
        ("order 6", "solutions 12", "line 6: there is a second line 'solutions'"),
        ("order 6", "order -6", "line 6: '-6' is not a number that can stand here"),
        ("order 6", "order 6 0", "line 6: a line cannot begin with 'order'"),
        ("lists classes 5", "lists orbits 5", "line 7: a line cannot begin with 'lists'"),
        ("forbids true", "forbids false", "line 8: a line cannot begin with 'forbids'"),
        ("show 1 2 0", "show 1 2", "line 9: the line has no final 0"),
        ("show 1 2 0", "show 1 -2 0", "line 9: '-2' is not a number that can stand here"),
        ("show 1 2 0", "show 1 0 2 0", "line 9: '0' is not a number that can stand here"),
        ("choice 1 -2 0", "choices 1 -2 0", "line 12: a line cannot begin with 'choices'"),
    ] {
        assert_eq!(read(&CLAIM.replace(line, said)), Err(message.to_owned()), "{said:?} for {line:?}");
    }
    let long = format!("{CLAIM}\u{1b}{}\n", "x".repeat(99));
    assert_eq!(read(&long), Err(format!("line 14: a line cannot begin with '\\u{{1b}}{}'", "x".repeat(31))));
}

#[test]
fn every_line_of_a_listing_is_a_solution() {
    let read = |text: &str| read_listing(text.as_bytes()).map_err(|error| error.to_string());
    assert_eq!(read("c two\nv 3 1 3 0\n\nv 0\n"), Ok(vec![vars(&[1, 3]), vec![]]));
    assert_eq!(read("v 1 0\ns 2 0\n"), Err("line 2: a line cannot begin with 's'".to_owned()));
    assert_eq!(read("v 1 0\nv 2\n"), Err("line 2: the line has no final 0".to_owned()));
}
