//! Sudokus in JSON: no rule is left out for the way in which it is written.

use gordian_puzzles::sudoku;

use crate::readings::count;

fn fault(text: &str) -> String {
    count(sudoku::KIND, text, None).expect_err(text).message
}

#[test]
fn a_rule_of_the_whole_grid_is_true_or_false() {
    for key in ["nonconsecutive", "antiknight", "antiking", "diagonal+", "disjointgroups"] {
        for value in ["\"no\"", "\"false\"", "\"true\"", "0", "1", "[1]"] {
            let said = fault(&format!("{{\"size\":4,\"{key}\":{value}}}"));
            assert!(said.contains("is neither true nor false"), "{key} {value}: {said}");
        }
        for value in ["false", "null", "\"\""] {
            assert_eq!(
                count(sudoku::KIND, &format!("{{\"size\":4,\"{key}\":{value}}}"), None).unwrap(),
                288,
                "{value}"
            );
        }
    }
    assert_eq!(fault("{\"size\":4,\"nonconsecutive\":\"no\"}"), "nonconsecutive: \"no\" is neither true nor false");
    assert_eq!(count(sudoku::KIND, "{\"size\":4,\"nonconsecutive\":true}", None).unwrap(), 0);
}
