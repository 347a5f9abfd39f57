//! Formats that are not read, told from their first lines. An error that names the format says more
//! than one that quotes a word.

use gordian_puzzles::{Certainty, Kind};

/// The name of a format that is neither a formula nor a puzzle, with its article. It is `None`
/// where a formula or a puzzle that we read could begin with the same signs.
pub(crate) fn format_of(prefix: &[u8]) -> Option<String> {
    if let Some((_, name)) = MAGIC.iter().find(|(magic, _)| prefix.starts_with(magic)) {
        return Some((*name).to_owned());
    }
    let text = String::from_utf8_lossy(prefix);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('<') {
        return markup(text);
    }
    // The reader of formulas describes the faults of a text that has the header of a formula. JSON
    // is told by its keys.
    let lines = || content(text);
    if text.starts_with('{') || lines().any(is_header) {
        return None;
    }
    // Some formats that we read begin like others: FlatZinc like MiniZinc.
    if Kind::detect_with(text, Certainty::Format).is_some() {
        return None;
    }
    let first = lines().next()?;
    // Some web addresses hold puzzles that we read.
    if let Some(address) = address(first).filter(|_| lines().nth(1).is_none()) {
        return Some(address).filter(|_| Kind::detect(text).is_none());
    }
    let starts = |signs: &[&str]| signs.iter().any(|sign| first.starts_with(sign));
    let found = FIRST_LINES.iter().find(|(signs, _)| starts(signs)).map(|(_, name)| *name);
    let found = found.or_else(|| lines().find_map(sign_of_line));
    found.map(str::to_owned)
}

/// The lines of a text that are neither blank nor comments of a formula or a puzzle.
fn content(text: &str) -> impl Iterator<Item = &str> {
    let is_comment = |line: &&str| line.starts_with('#') || *line == "c" || line.starts_with("c ");
    text.lines().map(str::trim).filter(move |line| !line.is_empty() && !is_comment(line))
}

/// Whether it is a line like `p cnf 3 2`, of any format.
pub(crate) fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_format = |word: &str| word.to_ascii_lowercase().ends_with("cnf") || of_header(word).is_some();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("p")) && words.next().is_some_and(is_format)
}

/// The name of a format that is not read, with its article, told from the shape of the whole text.
pub(crate) fn shape_of(text: &str) -> Option<String> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with(['{', '[']) {
        return Some(document(text));
    }
    is_exact_cover(text).then(|| "a list of items and options (an exact cover as Knuth writes it)".to_owned())
}

/// The first bytes of files that are not texts.
const MAGIC: [(&[u8], &str); 4] =
    [(b"%PDF", "a PDF document"), (b"\x89PNG", "a picture"), (b"\xff\xd8\xff", "a picture"), (b"GIF8", "a picture")];

/// The beginnings of first lines, comments left out.
const FIRST_LINES: [(&[&str], &str); 11] = [
    (&["* #variable="], "a pseudo-Boolean problem (OPB)"),
    (&["(set-", "(declare-", "(define-", "(assert", "(check-sat"], "an SMT-LIB script"),
    (&["aag ", "aig "], "a circuit (AIGER)"),
    (&[".model "], "a circuit (BLIF)"),
    (&["INPUT(", "OUTPUT("], "a circuit (BENCH)"),
    (&["fof(", "cnf(", "tff(", "thf("], "a problem of TPTP"),
    (&["asp 1 "], "a grounded logic program (aspif)"),
    (&["nnf "], "a diagram (d-DNNF) in the form of c2d"),
    (&["pseudo-Boolean proof "], "a proof (VeriPB)"),
    (&["h "], "weighted clauses (WCNF, for MaxSAT)"),
    (&["NAME ", "ROWS"], "a linear program (MPS)"),
];

/// Models begin with the same words before and after they are compiled. Without the feature `flatzinc`, as in a page,
/// neither is read, and nothing tells them apart.
const MODEL: &str = if cfg!(feature = "flatzinc") {
    "a model of MiniZinc, which `minizinc --compile` turns into FlatZinc"
} else {
    "a model of MiniZinc or FlatZinc, which this build of Gordian leaves out"
};

/// The format that a single line shows, wherever it stands.
fn sign_of_line(line: &str) -> Option<&'static str> {
    let word = line.split_whitespace().next().unwrap_or("");
    let is_statement = line.ends_with(';');
    match word {
        "constraint" | "predicate" | "var" | "solve" | "include" if is_statement => Some(MODEL),
        _ if ["minimize", "maximize", "subject to"].contains(&line.to_ascii_lowercase().as_str()) => {
            Some("a linear program (LP)")
        }
        _ if is_statement && line.contains('=') && line.split_whitespace().any(is_numbered) => {
            Some("a pseudo-Boolean problem (OPB)")
        }
        _ => None,
    }
}

/// Whether a word is a variable like `x12` or `~x12`.
fn is_numbered(word: &str) -> bool {
    let number = word.strip_prefix('~').unwrap_or(word).strip_prefix('x');
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|char| char.is_ascii_digit()))
}

/// The meaning of the third word of a header like `p wcnf 3 2`, if it names no format that we read.
pub(crate) fn of_header(format: &str) -> Option<&'static str> {
    Some(match format.to_ascii_lowercase().as_str() {
        "wcnf" => "weighted clauses, for MaxSAT",
        "knf" => "cardinality constraints beside clauses",
        "gcnf" => "clauses in groups, for unsatisfiable subsets",
        "qbf" | "qcnf" | "pcnf" => "quantified formulas",
        "dqcnf" => "quantified formulas with dependencies",
        "xnf" => "clauses of exclusive or",
        "sat" | "sate" | "satx" | "satex" => "formulas that are no clauses",
        "edge" | "col" | "max" | "sp" => "graphs",
        "nnf" => "diagrams",
        _ => return None,
    })
}

/// The words for a web address, which is not fetched, with the kind of puzzle that it holds, if
/// any.
fn address(line: &str) -> Option<String> {
    let has_scheme = line.starts_with("http://") || line.starts_with("https://");
    let bare = line.split_once("://").map_or(line, |(_, rest)| rest);
    let (host, rest) = bare.split_once('/')?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    if !has_scheme && (!host.contains('.') || line.contains(char::is_whitespace)) {
        return None;
    }
    // An address like `https://puzz.link/p?kakuro/9/9/…`; pzprv3, pzprxs and others write the same.
    let kind = rest.split_once('?').map(|(_, query)| query.split('/').next().unwrap_or(""));
    let is_word =
        |kind: &&str| !kind.is_empty() && kind.chars().all(|char| char.is_ascii_alphanumeric() || char == '-');
    if let Some(kind) = kind.filter(is_word).filter(|_| rest.contains('/')) {
        return Some(format!("an address of {host} with a puzzle of the kind {kind}"));
    }
    let holds_nothing = "which names a puzzle and does not hold it";
    match host {
        "sudokupad.app" | "app.crackingthecryptic.com" | "f-puzzles.com" | "sudokumaker.app" | "tinyurl.com" => {
            Some(format!("an address of {host}, {holds_nothing}: nothing is fetched, so save the puzzle in a file"))
        }
        _ => has_scheme.then(|| format!("an address of {host}: nothing is fetched, so save what is there in a file")),
    }
}

fn markup(text: &str) -> Option<String> {
    let lower = text.get(..text.len().min(4096)).unwrap_or(text).to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Some("a web page (HTML)".to_owned());
    }
    let root = text.split('<').map(|tag| tag.split(|char: char| !char.is_ascii_alphanumeric()).next().unwrap_or(""));
    match root.into_iter().find(|name| !name.is_empty())? {
        "puzzle" => None,
        "instance" => Some("XML of constraint problems (XCSP)".to_owned()),
        name => Some(format!("XML with the element `{name}`, which begins no known format")),
    }
}

/// JSON without the keys of any puzzle.
fn document(text: &str) -> String {
    let keys: Vec<String> = match serde_json::from_str::<serde_json::Value>(text) {
        Ok(serde_json::Value::Object(object)) => object.keys().take(5).map(|key| format!("`{key}`")).collect(),
        Ok(_) => return "JSON that is not an object".to_owned(),
        Err(error) => return format!("broken JSON: {error}"),
    };
    match keys.is_empty() {
        true => "JSON without any key".to_owned(),
        false => format!("JSON whose keys ({}) belong to no known puzzle", keys.join(", ")),
    }
}

/// Whether the first line names items and all other lines consist of these, as the options of an
/// exact cover do.
fn is_exact_cover(text: &str) -> bool {
    let mut lines = content(text).filter(|line| !line.starts_with('|'));
    let Some(first) = lines.next().filter(|line| !is_header(line)) else { return false };
    let items: Vec<&str> = first.split_whitespace().filter(|word| *word != "|").collect();
    let is_item = |word: &str| items.contains(&word.split(':').next().unwrap_or(word));
    // A text of numbers alone is a list of clauses.
    let mut has_names = false;
    let are_options = lines.all(|line| {
        has_names |= line.split_whitespace().any(|word| word.parse::<i64>().is_err());
        line.split_whitespace().all(is_item)
    });
    items.len() > 1 && has_names && are_options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_first_lines() {
        for (text, name) in [
            ("https://puzz.link/p?kakuro/9/9/m-4", "an address of puzz.link with a puzzle of the kind kakuro"),
            ("http://pzv.jp/p.html?nurikabe/5/5/g1", "an address of pzv.jp with a puzzle of the kind nurikabe"),
            (
                "pzprxs.vercel.app/p?slither/4/4/dgdh",
                "an address of pzprxs.vercel.app with a puzzle of the kind slither",
            ),
            ("https://sudokupad.app/abc123", "an address of sudokupad.app, which names a puzzle"),
            ("https://example.org/", "an address of example.org: nothing is fetched"),
            ("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n", "a pseudo-Boolean problem (OPB)"),
            ("+1 x1 +1 x2 >= 1 ;\n", "a pseudo-Boolean problem (OPB)"),
            ("var 1..3: x;\nconstraint x = 2;\nsolve satisfy;\n", "a model of MiniZinc, which"),
            ("; logic\n", ""),
            ("(set-logic QF_BV)\n", "an SMT-LIB script"),
            ("aag 1 1 0 1 0\n2\n2\n", "a circuit (AIGER)"),
            ("Minimize\n obj: x\nSubject To\n", "a linear program (LP)"),
            ("h 1 2 0\n3 -1 0\n", "weighted clauses (WCNF, for MaxSAT)"),
            ("<?xml version=\"1.0\"?>\n<instance format=\"XCSP3\">", "XML of constraint problems (XCSP)"),
            ("<!DOCTYPE html><html>", "a web page (HTML)"),
            ("<kakuro/>", "XML with the element `kakuro`"),
            ("%PDF-1.4", "a PDF document"),
        ] {
            let found = format_of(text.as_bytes()).unwrap_or_default();
            assert!(found.starts_with(name) && found.is_empty() == name.is_empty(), "{text:?}: {found}");
        }
    }

    #[test]
    fn what_is_read_is_no_other_format() {
        for text in [
            "p cnf 2 1\n1 -2 0\n",
            "c h 1 2 0\np cnf 1 1\n1 0\n",
            "c x1 >= 2;\nc var x;\n1 0\n",
            "h 1 2 0\np wcnf 2 1 5\n",
            "{\"rules\": \"x1 >= 2;\"}",
            "1 2 0\n-1 0\n",
            "SEND + MORE = MONEY\n",
            "stars: 2\nAAB\nABB\nCCC\n",
            "1...3.......4.2.",
            "var 1..3: x;\nconstraint int_eq(x, 2);\nsolve satisfy;\n",
            "% Generated by MiniZinc\n\narray [1..2] of int: w = [1,-1];\n",
            "<puzzle version=\"2\">",
            "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">",
            "",
        ] {
            assert_eq!(format_of(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn shapes_are_told_where_nothing_else_is() {
        let shape = |text: &str| shape_of(text).unwrap_or_default();
        assert!(shape("{\"rows\": 3, \"clues\": []}").contains("`rows`"));
        assert!(shape("[1, 2]").contains("not an object"));
        assert!(shape("{\"rows\": ").starts_with("broken JSON"));
        assert!(shape("a b c | d\na b:1\nc d:2\n").contains("exact cover"));
        assert_eq!(shape_of("junk!"), None);
        for text in ["1 2 0\n2 1 0\n", "p cnf 0 1\n0\n", "c 1 2 0\n1 2 0\n2 0\n", "a b\nc d\n", ""] {
            assert_eq!(shape_of(text), None, "{text:?}");
        }
    }
}
