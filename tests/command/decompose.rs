//! `isotask decompose`: matrices of every form, what is printed and written, and what is refused.

use super::{Place, document, fails};
use serde_json::{Value, json};

/// Three packets and two links, as a table with names.
const TABLE: &str = "to,x,y\na,2,1\nb,0,2\nc,1,0\n";

/// What `--json` says of a matrix on standard input.
fn decomposed(place: &Place, text: &[u8], options: &[&str]) -> Value {
    let arguments = [&["decompose", "-", "--json"], options].concat();
    let ended = place.run_with(super::ISOTASK, &arguments, text);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{}: {}", text.escape_ascii(), ended.out);
    document(&ended)
}

#[test]
fn a_table_is_decomposed_checked_shown_drawn_and_exported() {
    let place = Place::new();
    place.put("m.csv", TABLE);
    let ended = place.run(&["decompose", "m.csv", "-o", "m.json", "--explain"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for words in [
        "read as          table with commas, header, row names\n",
        "matrix M         3 rows × 2 columns, total σ = 6\n",
        "critical sum     h = 3; critical: row a; all 2 columns\n",
        "completion time  T = 3 slots\n",
        "result           optimal: ",
        "│ sum   3*   3*   σ 6 │\n",
        "  S₁ × 2           S₂ × 1\n  1 ·  │  · 1      · 1  │  · ·\n",
        "P1 Theorem 3: ",
        "Hall's condition holds: ",
        "wrote the certificate to m.json\n",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let checked = place.run(&["check", "m.json"]);
    assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""));
    assert!(
        checked.out.contains("completion time  3 slots, lower bound 3 by column 0: optimal\n"),
        "{}",
        checked.out
    );
    assert_eq!(document(&place.run(&["check", "m.json", "--json"]))["completion_time"], 3);
    let shown = place.run(&["show", "m.json"]);
    assert_eq!((shown.code, shown.err.as_str()), (Some(0), ""));
    assert!(shown.out.contains("lower bound 3 by the sum of column x: optimal\n"), "{}", shown.out);
    let shown = document(&place.run(&["show", "m.json", "--json"]));
    assert_eq!((&shown["h"], &shown["terms"][0]["times"]), (&json!(3), &json!(2)));
    assert_eq!(place.run(&["draw", "m.json", "-o", "m.svg"]).code, Some(0));
    assert!(place.text("m.svg").contains("S1 × 2"), "{}", place.text("m.svg"));
    assert_eq!(place.run(&["draw", "m.json", "-o", "m.tex"]).code, Some(0));
    let table = place.run(&["export", "m.json", "--to", "csv"]);
    assert_eq!(
        table.out,
        "term,times,first_slot,row,column,row_name,column_name\n\
         0,2,0,0,0,a,x\n0,2,0,1,1,b,y\n1,1,2,0,1,a,y\n1,1,2,2,0,c,x\n"
    );
}

#[test]
fn every_form_of_a_matrix_is_read_as_the_same_one() {
    let place = Place::new();
    let expected = decomposed(&place, b"2 1\n0 2\n1 0\n", &[]);
    assert_eq!(expected["critical_rows"], json!([0]));
    assert_eq!(expected["critical_columns"], json!([0, 1]));
    assert_eq!(expected["padding"], json!([[0, 0, 0], [0, 0, 1], [0, 0, 2]]));
    let forms: [&[u8]; 15] = [
        b"2,1\r\n0,2\r\n1,0",
        b"\xEF\xBB\xBF2;1\n0;2\n\n1;0\n",
        b"2\t1\n0\t2\n1\t0\n",
        b"# a remark\n  2.0  1\n 0 2.00\n 1e0 0 \n",
        b"x,y\n2,1\n0,2\n1,0\n",
        b"a,2,1\nb,0,2\nc,1,0\n",
        b",x,y\n1,2,1\n2,0,2\n3,1,0\n",
        b"x y\na 2 1\nb 0 2\nc 1 0\n",
        b"\"to, from\",\"x\"\"\",y\na,\"2\",1\nb, 0, 2\nc,1,0\n",
        b"%%MatrixMarket matrix coordinate integer general\n% a remark\n3 2 4\n1 1 2\n2 2 2\n1 2 1\n3 1 1\n",
        b"%%MatrixMarket matrix array integer general\n3 2\n2\n0\n1\n1\n2\n0\n",
        b"%%MatrixMarket Matrix Array Real General\n3 2\n2.0\n0\n1\n1\n2\n0\n",
        b"{\"format\":\"isotask.matrix/1\",\"rows\":[[2,1],[0,2],[1,0]]}",
        b"\xEF\xBB\xBF{\"rows\":[[2,1],[0,2],[1,0]],\"format\":\"isotask.matrix/1\",\"row_names\":[\"a\",\"b\",\"c\"]}",
        TABLE.as_bytes(),
    ];
    for form in forms {
        let found = decomposed(&place, form, &[]);
        for key in ["completion_time", "h", "sigma", "critical_rows", "critical_columns", "padding", "terms"]
        {
            assert_eq!(found[key], expected[key], "{key}: {}", form.escape_ascii());
        }
    }
    let symmetric = b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 1\n2 1\n3 2\n";
    assert_eq!(
        decomposed(&place, symmetric, &[])["decomposed"]["rows"],
        json!([[1, 1, 0], [1, 0, 1], [0, 1, 0]])
    );
    let lower = b"%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n";
    assert_eq!(decomposed(&place, lower, &[])["decomposed"]["rows"], json!([[1, 2], [2, 3]]));
}

#[test]
fn matrices_without_entries_or_of_one_cell_are_decomposed() {
    let place = Place::new();
    let rows = |rows: &str| format!("{{\"format\":\"isotask.matrix/1\",\"rows\":{rows}}}").into_bytes();
    for (text, slots, terms) in [
        (rows("[]"), 0, 0),
        (rows("[[],[]]"), 0, 0),
        (rows("[[0,0],[0,0]]"), 0, 0),
        (rows("[[7]]"), 7, 1),
        (rows("[[0,0,0],[0,5,0]]"), 5, 1),
        (rows("[[9223372036854775807]]"), 9_223_372_036_854_775_807_u64, 1),
        (b"3".to_vec(), 3, 1),
    ] {
        for options in [&[][..], &["--ports", "one"], &["--method", "quotient"]] {
            let found = decomposed(&place, &text, options);
            assert_eq!(found["completion_time"], slots, "{}", text.escape_ascii());
            assert_eq!(found["terms"].as_array().map(Vec::len), Some(terms));
        }
    }
}

#[test]
fn ports_and_methods_give_the_least_slots() {
    let place = Place::new();
    for (ports, slots) in [("one", 6), ("1", 6), ("2", 3), ("3", 3), ("all", 3)] {
        for method in ["hall", "quotient", "euler"] {
            let found = decomposed(&place, TABLE.as_bytes(), &["--ports", ports, "--method", method]);
            assert_eq!((&found["completion_time"], &found["method"]), (&json!(slots), &json!(method)));
            assert_eq!(found["gap"], 0);
        }
    }
}

#[test]
fn the_matrix_of_a_task_is_that_which_show_draws() {
    let place = Place::new();
    let found = document(&place.run(&["decompose", "torus", "3x3", "total-exchange", "--json"]));
    let shown = document(&place.run(&["show", "torus", "3x3", "total-exchange", "--json"]));
    let rows: Vec<Value> =
        shown["shown"]["rows"].as_array().unwrap().iter().map(|row| row["uses"].clone()).collect();
    assert_eq!(found["decomposed"]["rows"], json!(rows));
    assert_eq!((&found["completion_time"], &found["h"]), (&json!(3), &json!(3)));
    let of_file = document(&place.run(&["decompose", "task.json", "--json"]));
    assert_eq!((&of_file["completion_time"], &of_file["critical_columns"]), (&json!(2), &json!([0, 1])));
    // A certificate is decomposed anew, with its ports.
    assert_eq!(place.run(&["decompose", "task.json", "--ports", "one", "-o", "c.json"]).code, Some(0));
    assert_eq!(document(&place.run(&["decompose", "c.json", "--json"]))["completion_time"], 4);
    fails(
        &place.run(&["decompose", "star", "4", "total-exchange"]),
        "star 4 total-exchange: no task matrix: only isotropic tasks on hypercubes, tori and rings have one; \
         expected one of these, or a matrix",
    );
}

#[test]
fn texts_that_are_no_matrix_are_refused_with_line_and_column() {
    let place = Place::new();
    let total = "the entries up to here add up to 2^63 or more, expected less";
    let cases: [(&[u8], &str); 22] = [
        (b"1 2\n3 -4\n", "line 2, column 3: found -4, expected an integer from 0 on"),
        (
            b"1,2.5\n",
            "line 1, column 3: found 2.5, expected an integer, a decimal of whole value such as 2.0, or a unit by which all numbers are divided",
        ),
        (b"1,2\n3\n", "line 2, column 1: found a line of 1 fields, expected 2 as in the first row"),
        (b"1,2\n3,4,5\n", "line 2, column 5: found a line of 3 fields, expected 2 as in the first row"),
        (b"1,2\n3,\n", "line 2, column 3: found no number, expected an integer from 0 on"),
        (b"1,2\n3,x\n", "line 2, column 3: found \"x\", expected an integer from 0 on"),
        (b"1,nan\n3,4\n", "line 1, column 3: found nan, expected an integer from 0 on"),
        (
            b"9223372036854775808\n",
            "line 1, column 1: found 9223372036854775808, expected an integer below 2^63",
        ),
        (b"9223372036854775807,1\n", &format!("line 1, column 21: {total}")),
        (
            b"a,1\n2,3\n",
            "line 2, column 1: found the number 2, expected the name of a row as in the first row",
        ),
        (b"\"a,1\n", "line 1, column 1: found a quotation mark or bracket that is not closed in its line"),
        (
            b"",
            "line 1, column 1: found no rows, expected rows of integers, or {\"format\":\"isotask.matrix/1\",\"rows\":[]}",
        ),
        (b"1 \xFF\n", "line 1, column 3: found bytes that are not UTF-8, expected text"),
        (
            b"%%MatrixMarket matrix coordinate complex general\n1 1 0\n",
            "line 1, column 34: found \"complex\", expected integer or real or double or pattern",
        ),
        (
            b"%%MatrixMarket matrix coordinate integer general\n2 2 1\n3 1 1\n",
            "line 3, column 1: found row 3, expected 1 to 2",
        ),
        (
            b"%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 1\n1 1 1\n",
            "line 4, column 1: found the entry of row 1 and column 1 again, expected it once",
        ),
        (
            b"%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 1\n",
            "line 3, column 1: the text ends after 1 entries, expected 2",
        ),
        (
            b"%%MatrixMarket matrix array integer general\n2 1\n1\n-1\n",
            "line 4, column 1: found -1, expected an integer from 0 on",
        ),
        (
            b"{\"format\":\"isotask.matrix/1\",\n\"rows\":[[1,2],[3]]}",
            "line 2, column 15, at rows[1]: a row of 1 entries, expected 2 as in the first row",
        ),
        (
            b"{\"format\":\"isotask.matrix/1\",\"rows\":[[1,-2]]}",
            "line 1, column 42, at rows[0][1]: found the number -2, expected an integer in plain digits from 0 to 2^64 \u{2212} 1",
        ),
        (
            b"[[1,2]]",
            "a list, expected an object {\"format\":\"isotask.matrix/1\",\"rows\":[[\u{2026}]]}, or a table of numbers",
        ),
        (
            b"{\"format\":\"isotask.channels/1\"}",
            "at format: \"isotask.channels/1\" is no format of this command, expected isotask.matrix/1 or isotask.certificate/1 or isotask.task/1",
        ),
    ];
    for (text, expected) in cases {
        let ended = place.run_with(super::ISOTASK, &["decompose", "-"], text);
        fails(&ended, &format!("standard input: {expected}"));
    }
    place.put("m.csv", TABLE);
    fails(&place.run(&["decompose", "m.csv", "--ports", "0"]), "--ports 0, expected at least 1");
    let other = place.run(&["decompose", "m.csv", "-o", "c.json"]);
    assert_eq!(other.code, Some(0));
    for command in [&["cite", "c.json"][..], &["export", "c.json", "--to", "dot"]] {
        let ended = place.run(command);
        assert_eq!(ended.code, Some(2), "{}", ended.err);
        assert!(ended.err.contains("a certificate of a matrix"), "{}", ended.err);
    }
}

/// Tables that can be read in two ways are refused with the options that decide between them.
#[test]
fn tables_that_may_be_meant_otherwise_are_refused() {
    let place = Place::new();
    let name = "expected an integer with one separator between all fields, or the name of a row, in quotation marks \
                where it is like a number";
    let list = "line 1, column 1: found names of columns as a list of origins and destinations has them, expected a \
                matrix: a row for each origin, a column for each destination";
    let either = "line 1, column 1: found a word and rising numbers above rows with names, a header or a row; of a \
                  header leave the first field empty, above a row write a line of names of columns";
    for (text, expected) in [
        ("1;2,0\n3;4,0\n", format!("line 1, column 1: found \"1;2\", {name}")),
        ("a;1,0\nb;2,5\n", format!("line 1, column 1: found \"a;1\", {name}")),
        ("a,2\n1/2,2\n", format!("line 2, column 1: found \"1/2\", {name}")),
        ("50%,2\n", format!("line 1, column 1: found \"50%\", {name}")),
        ("x;y\n1,5;2\n", format!("line 2, column 1: found \"1,5\", {name}")),
        ("x y\n1,5 2 3\n", format!("line 2, column 1: found \"1,5\", {name}")),
        (
            "1/2,2/3\n1,2\n",
            "line 1, column 1: found fields that begin with a digit and are no numbers, expected integers, or names \
             of columns in quotation marks"
                .to_owned(),
        ),
        ("id,2020,2021\na,5,6\n", either.to_owned()),
        ("to,1,2\na,5,6\n", either.to_owned()),
        ("from,to,count\n0,1,5\n", list.to_owned()),
        ("Source;Target\n0;1\n", list.to_owned()),
        ("i,j,value\n0,1,5\n", list.to_owned()),
        (
            "1.000;2\n3;4\n",
            "line 1, column 1: found 1.000, thousands or a fraction, expected it without the dot, or commas between \
             the fields"
                .to_owned(),
        ),
        (
            ",1,2\n,3,4\n",
            "line 1, column 1: found nothing in the first field of all lines, expected names or numbers".to_owned(),
        ),
    ] {
        let ended = place.run_with(super::ISOTASK, &["decompose", "-"], text.as_bytes());
        fails(&ended, &format!("standard input: {expected}"));
    }
    for (text, rows) in [
        (",10,20\na,5,6\n", json!([[5, 6]])),
        (",10,20\n1,5,6\n", json!([[5, 6]])),
        ("\"1/2\",2\n\"50%\",3\n", json!([[2], [3]])),
        ("n1,n2\n1,2\n", json!([[1, 2]])),
        ("a,2,1\nb,5,6\n", json!([[2, 1], [5, 6]])),
        (",x,y\n10.0.0.1,1,2\n", json!([[1, 2]])),
        ("\n%%matrixmarket matrix array integer general\n1 2\n5\n6\n", json!([[5, 6]])),
    ] {
        assert_eq!(decomposed(&place, text.as_bytes(), &[])["decomposed"]["rows"], rows, "{text}");
    }
}

#[test]
fn a_corrupted_certificate_is_refused_and_not_drawn() {
    let place = Place::new();
    place.put("m.csv", TABLE);
    assert_eq!(place.run(&["decompose", "m.csv", "-o", "c.json"]).code, Some(0));
    let spoiled = place.text("c.json").replacen("\"times\":2", "\"times\":1", 1);
    place.put("s.json", spoiled);
    let shown = place.run(&["show", "s.json"]);
    assert_eq!(shown.code, Some(1));
    assert!(shown.out.contains("The terms are not drawn"), "{}", shown.out);
    assert!(shown.err.contains("[sum-differs] at matrix.rows[0][0]"), "{}", shown.err);
    for command in ["check s.json", "draw s.json", "export s.json --to csv"] {
        let ended = place.shell(&format!("$I {command}"));
        assert_eq!(ended.code, Some(1), "{command}: {}", ended.err);
    }
    assert_eq!(document(&place.run(&["show", "s.json", "--json"]))["error"]["reason"], "sum-differs");
}

/// The claim of a quantity in what `--json` says.
fn claim<'a>(found: &'a Value, quantity: &str) -> &'a Value {
    let claims = found["matrix_claims"].as_array().expect("claims");
    claims.iter().find(|claim| claim["quantity"] == quantity).expect("a claim of the quantity")
}

#[test]
fn fewest_terms_are_proved_or_end_with_a_gap() {
    let place = Place::new();
    place.put("m.txt", "1 1\n1 2\n");
    let ended = place.run(&["decompose", "m.txt", "--fewest", "-o", "few.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for words in [
        "completion time  T = 3 slots, the least\n",
        "lower bound      3 terms by trying all sums of fewer terms within 3 slots\n",
        "result           optimal: no fewer terms add up to M in T slots\n",
        "checked          read back and accepted: 3 terms add up to M exactly\n",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let checked = place.run(&["check", "few.json"]);
    let line = "number of terms  3 terms, lower bound 3 by terms-search within 3 slots: optimal\n";
    assert!(checked.code == Some(0) && checked.out.contains(line), "{}", checked.out);
    let explained = |options: &[&str]| {
        let ended = place.run(&[&["decompose", "m.txt", "--explain"], options].concat());
        ended.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let why = explained(&["--fewest"]);
    assert!(why.contains("The checker tried every sum of fewer than 3 terms whose multiplicities"), "{why}");
    assert!(why.ends_with("So no sum has fewer than the 3 terms that were found."), "{why}");
    // Where switching is free a cover costs its slots, of which a line needs 3.
    let why = explained(&["--switching", "0"]);
    assert!(why.ends_with("So no cover costs less than the 3 slots of the one that was found."), "{why}");
    let found = decomposed(&place, b"1 1\n1 2\n", &["--fewest"]);
    assert_eq!((&found["status"], &found["completion_time"]), (&json!("optimal"), &json!(3)));
    assert_eq!(claim(&found, "terms")["status"], "optimal");
    // Too many entries to try all: what lines say is less than what is found.
    let rows: Vec<String> = (0..9_u64)
        .map(|row| {
            (0..9)
                .map(|column| (1 + (row * row + 3 * column * row + column) % 7).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let ended =
        place.run_with(super::ISOTASK, &["decompose", "-", "--fewest", "--json"], rows.join("\n").as_bytes());
    let found = document(&ended);
    assert_eq!((ended.code, &found["status"]), (Some(3), &json!("upper-bound")));
    let claim = claim(&found, "terms");
    let (value, bound) = (claim["value"].as_u64().unwrap(), claim["lower"]["value"].as_u64().unwrap());
    assert!(
        claim["status"] == "upper-bound" && claim["lower"]["kind"] == "entries" && bound == 9 && value > 9
    );
    assert_eq!(found["terms"].as_array().map(Vec::len), usize::try_from(value).ok());
}

#[test]
fn a_cover_is_checked_shown_drawn_and_exported() {
    let place = Place::new();
    place.put("m.csv", "to,x,y\na,1,0\nb,0,2\n");
    let ended = place.run(&["decompose", "m.csv", "--switching", "10", "-o", "cover.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    for words in [
        "switching     δ = 10 slots for each configuration, the first one too\n",
        "cost          2 + 1 · 10 = 12 slots\n",
        "result        optimal: no configurations cover M at a lower cost\n",
    ] {
        assert!(ended.out.contains(words), "{words}: {}", ended.out);
    }
    let checked = place.run(&["check", "cover.json"]);
    assert!(
        checked.code == Some(0) && checked.out.contains("covered by 1 partial permutation"),
        "{}",
        checked.out
    );
    let checked = document(&place.run(&["check", "cover.json", "--json"]));
    assert_eq!((&checked["switching"], &checked["switching_cost"]), (&json!(10), &json!(12)));
    let shown = place.run(&["show", "cover.json"]);
    assert!(
        shown.code == Some(0) && shown.out.contains("accepted: the terms cover M, and every claim holds")
    );
    assert_eq!(document(&place.run(&["show", "cover.json", "--json"]))["switching"], 10);
    let drawn = place.run(&["draw", "cover.json"]);
    assert!(drawn.out.contains("A matrix covered by permutation matrices"), "{}", drawn.err);
    let table = place.run(&["export", "cover.json", "--to", "csv"]);
    assert!(table.out.contains("0,2,0,0,0,a,x\n0,2,0,1,1,b,y\n"), "{}", table.out);
    // Without the key it is no sum, and with less time no cover.
    place.put("sum.json", place.text("cover.json").replacen("\"switching\":10,", "", 1));
    assert!(place.run(&["check", "sum.json"]).out.contains("[sum-differs]"));
    place.put("short.json", place.text("cover.json").replacen("\"times\":2", "\"times\":1", 1));
    let refused = place.run(&["show", "short.json"]);
    assert!(
        refused.code == Some(1) && refused.err.contains("[not-covered] at matrix.rows[1][1]"),
        "{}",
        refused.err
    );
    // The matrix of a cover is decomposed anew.
    assert_eq!(
        document(&place.run(&["decompose", "cover.json", "--json"]))["terms"].as_array().map(Vec::len),
        Some(2)
    );
    let ended = place.run(&["decompose", "m.csv", "--switching", "10", "--fewest"]);
    assert!(ended.code == Some(2) && ended.err.contains("cannot be used with"), "{}", ended.err);
    let ended = place.run(&["decompose", "m.csv", "--switching", "18446744073709551615"]);
    fails(
        &ended,
        "m.csv: terms that cost 18446744073709551615 slots each, expected fewer: together they cost 2^64 or more",
    );
}
