//! Documents of every kind with one fault each, which schema and parser refuse alike.

use serde_json::{Value, json};

/// A fault in words, the pointer to its place, and the value that is put there; none takes the place away.
pub(super) type Malformation = (&'static str, &'static str, Option<Value>);

pub(super) fn malformations(kind: &str) -> Vec<Malformation> {
    let mut list = vec![
        ("unknown key", "/extra", Some(json!(1))),
        ("missing format", "/format", None),
        ("wrong format", "/format", Some(json!("isotask.task/2"))),
        ("format is a number", "/format", Some(json!(1))),
        ("format is null", "/format", Some(json!(null))),
    ];
    let own = match kind {
        "task" => malformed_task(),
        "schedule" => malformed_schedule(),
        "certificate" => malformed_certificate(),
        "matrix" => malformed_matrix(),
        "matrix-certificate" => malformed_matrix_certificate(),
        "channels" => malformed_channels(),
        "claims" => malformed_claims(),
        "part" => malformed_part(),
        "rounds" => malformed_rounds(),
        "routes" => malformed_routes(),
        "rate" => malformed_rate(),
        "groups" => malformed_groups(),
        "result" => malformed_result(),
        _ => panic!("no malformations for {kind}"),
    };
    list.extend(own);
    list
}

fn malformed_task() -> Vec<Malformation> {
    vec![
        ("missing network", "/network", None),
        ("missing task", "/task", None),
        ("missing kind", "/network/kind", None),
        ("unknown kind", "/network/kind", Some(json!("moon"))),
        ("kind as an object", "/network/kind", Some(json!({ "torus": null }))),
        ("kind as a number", "/network/kind", Some(json!(0))),
        ("key of another kind", "/network/nodes", Some(json!(5))),
        ("null for a key of another kind", "/network/nodes", Some(json!(null))),
        ("unknown key in the network", "/network/wrap", Some(json!(true))),
        ("network as a list", "/network", Some(json!(["torus", null, [3, 4]]))),
        ("a string for the radices", "/network/radices", Some(json!("34"))),
        ("a fraction among the radices", "/network/radices", Some(json!([3, 4.5]))),
        ("a negative radix", "/network/radices", Some(json!([3, -4]))),
        ("missing radices", "/network/radices", None),
        ("unknown key in a packet", "/task/packets/0/size", Some(json!(1))),
        ("missing offset", "/task/packets/0/offset", None),
        ("negative count", "/task/packets/0/count", Some(json!(-1))),
        ("null count", "/task/packets/0/count", Some(json!(null))),
        ("packet as a list", "/task/packets/0", Some(json!([1, 2]))),
        ("key of another task", "/task/min", Some(json!(1))),
        ("unknown ports", "/ports", Some(json!("two"))),
        ("unknown key in ports", "/ports", Some(json!({ "at-least": 1 }))),
        ("two keys in ports", "/ports", Some(json!({ "at-most": 1, "at-least": 1 }))),
        ("ports without a key", "/ports", Some(json!({}))),
        ("unknown objective", "/objective", Some(json!("makespan"))),
        ("objective as an object", "/objective", Some(json!({ "completion-time": null }))),
        ("null name", "/name", Some(json!(null))),
    ]
}

fn malformed_claims() -> Vec<Malformation> {
    vec![
        ("missing claims", "/claims", None),
        ("claims as an object", "/claims", Some(json!({}))),
        ("missing statement", "/claims/0/statement", None),
        ("unknown key in a part", "/claims/0/parts/0/rule", Some(json!(1))),
        ("unknown role", "/claims/0/parts/0/role", Some(json!("quoted"))),
        ("a number for a formula", "/claims/0/parts/0/formula", Some(json!(1))),
        ("a number for the rows", "/claims/0/parts/0/rows", Some(json!(1))),
        ("unknown relation", "/claims/0/parts/2/rows/0/relation", Some(json!("less"))),
        ("unknown measure", "/claims/0/parts/2/rows/0/measure", Some(json!("energy"))),
        ("missing instance", "/claims/0/parts/2/rows/0/instance", None),
    ]
}

fn malformed_schedule() -> Vec<Malformation> {
    vec![
        ("missing kind", "/kind", None),
        ("unknown kind", "/kind", Some(json!("placed"))),
        ("another kind", "/kind", Some(json!("explicit"))),
        ("missing slots", "/slots", None),
        ("null packets", "/packets", Some(json!(null))),
        ("packets by their ends", "/packets/0", Some(json!([[1], 2]))),
        ("key of another kind", "/groups", Some(json!([0]))),
        ("move with three numbers", "/slots/0/0", Some(json!([0, 0, 0]))),
        ("move with one number", "/slots/0/0", Some(json!([0]))),
        ("move with a string", "/slots/0/0", Some(json!([0, "0"]))),
        ("move beyond 32 bits", "/slots/0/0", Some(json!([4_294_967_296_u64, 0]))),
        ("unknown key in the task", "/task/extra", Some(json!(0))),
        ("wrong format in the task", "/task/format", Some(json!("isotask.task/0"))),
    ]
}

fn malformed_certificate() -> Vec<Malformation> {
    vec![
        ("missing claims", "/claims", None),
        ("missing schedule", "/schedule", None),
        ("format inside the schedule", "/schedule/format", Some(json!("isotask.schedule/1"))),
        ("missing lower", "/claims/0/lower", None),
        ("missing value", "/claims/0/lower/value", None),
        ("missing weights", "/claims/0/lower/weights", None),
        ("key of another bound", "/claims/0/lower/tree", Some(json!([]))),
        ("unknown key in a bound", "/claims/0/lower/note", Some(json!(""))),
        ("null within", "/claims/0/lower/within", Some(json!(null))),
        ("unknown quantity", "/claims/0/quantity", Some(json!("delay"))),
        ("unknown horizon", "/claims/0/horizon", Some(json!("long"))),
        ("null horizon", "/claims/0/horizon", Some(json!(null))),
        ("negative horizon", "/claims/0/horizon", Some(json!(-1))),
        ("a fraction as a horizon", "/claims/0/horizon", Some(json!(2.5))),
        ("horizon as a list", "/claims/0/horizon", Some(json!([2]))),
        ("horizon as an object", "/claims/0/horizon", Some(json!({ "critical": null }))),
        ("key of another bound with pooled", "/claims/5/lower/weights", Some(json!([1]))),
        ("missing value with pooled", "/claims/5/lower/value", None),
        ("unknown scope", "/claims/0/scope", Some(json!("some"))),
        ("unknown status", "/claims/0/status", Some(json!("best"))),
        ("unknown per", "/claims/0/per", Some(json!("link"))),
        ("key of a bound by reception", "/claims/0/lower/node", Some(json!(1))),
        ("null per", "/claims/0/per", Some(json!(null))),
        ("unknown key in a claim", "/claims/0/reason", Some(json!(""))),
    ]
}

fn malformed_matrix() -> Vec<Malformation> {
    vec![
        ("missing rows", "/rows", None),
        ("rows as a number", "/rows", Some(json!(3))),
        ("a row as a number", "/rows/0", Some(json!(3))),
        ("a negative entry", "/rows/0/0", Some(json!(-1))),
        ("a fraction", "/rows/0/0", Some(json!(1.5))),
        ("an entry as a string", "/rows/0/0", Some(json!("1"))),
        ("entries beside rows", "/entries", Some(json!([]))),
        ("a shape beside rows", "/shape", Some(json!([3, 2]))),
        ("null names", "/row_names", Some(json!(null))),
        ("a name as a number", "/column_names/0", Some(json!(1))),
    ]
}

fn malformed_matrix_certificate() -> Vec<Malformation> {
    vec![
        ("missing matrix", "/matrix", None),
        ("a matrix without its format", "/matrix/format", None),
        ("missing ports", "/ports", None),
        ("ports as a number", "/ports", Some(json!(2))),
        ("a negative switching", "/switching", Some(json!(-1))),
        ("null switching", "/switching", Some(json!(null))),
        ("slots of a line", "/claims/0/lower/slots", Some(json!(3))),
        ("a task beside the matrix", "/task", Some(json!({}))),
        ("missing terms", "/terms", None),
        ("missing times", "/terms/0/times", None),
        ("negative times", "/terms/0/times", Some(json!(-1))),
        ("an entry of one number", "/terms/0/entries/0", Some(json!([0]))),
        ("an entry of three numbers", "/terms/0/entries/0", Some(json!([0, 0, 0]))),
        ("an unknown key in a term", "/terms/0/weight", Some(json!(1))),
        ("missing claims", "/claims", None),
        ("a scope", "/claims/0/scope", Some(json!("all"))),
        ("unknown quantity", "/claims/0/quantity", Some(json!("total-delay"))),
        ("unknown bound", "/claims/0/lower/kind", Some(json!("weights"))),
        ("missing row", "/claims/0/lower/row", None),
        ("key of another bound", "/claims/0/lower/column", Some(json!(0))),
        ("unknown status", "/claims/0/status", Some(json!("best"))),
    ]
}

fn malformed_rounds() -> Vec<Malformation> {
    vec![
        ("missing task", "/task", None),
        ("missing collective", "/collective", None),
        ("unknown collective", "/collective", Some(json!("alltoall"))),
        ("missing devices", "/devices", None),
        ("negative cells", "/cells", Some(json!(-1))),
        ("missing slots", "/slots", None),
        ("null mesh", "/mesh", Some(json!(null))),
        ("copy of two numbers", "/copies/0", Some(json!([0, 1]))),
        ("round without pairs", "/slots/0/0/pairs", None),
        ("pair of three devices", "/slots/0/0/pairs/0", Some(json!([0, 1, 2]))),
        ("unknown key of a round", "/slots/0/0/link", Some(json!(1))),
        ("step with a name", "/slots/0/0/along/step", Some(json!("+"))),
    ]
}

fn malformed_channels() -> Vec<Malformation> {
    vec![
        ("missing network", "/network", None),
        ("missing rule", "/rule", None),
        ("unknown rule", "/rule", Some(json!("fastest"))),
        ("missing kind", "/kind", None),
        ("unknown kind", "/kind", Some(json!("free"))),
        ("another kind", "/kind", Some(json!("cyclic"))),
        ("missing numbering", "/numbering", None),
        ("null numbering", "/numbering", Some(json!(null))),
        ("key of another kind", "/cycle", Some(json!([]))),
        ("channel of two numbers", "/numbering/0", Some(json!([0, 1]))),
        ("channel of four numbers", "/numbering/0", Some(json!([0, 1, 0, 1]))),
        ("channel with a name", "/numbering/0", Some(json!([0, 1, "0"]))),
    ]
}

fn malformed_routes() -> Vec<Malformation> {
    vec![
        ("missing network", "/network", None),
        ("missing routes", "/routes", None),
        ("null routes", "/routes", Some(json!(null))),
        ("entry of three numbers", "/routes/0", Some(json!([0, 1, 0]))),
        ("entry of five numbers", "/routes/0", Some(json!([0, 1, 0, 1, 0]))),
        ("entry with a name", "/routes/0", Some(json!([0, 1, 0, "1"]))),
        ("negative lane", "/routes/0", Some(json!([0, 1, -1, 1]))),
    ]
}

fn malformed_rate() -> Vec<Malformation> {
    vec![
        ("missing task", "/task", None),
        ("missing slots", "/slots", None),
        ("negative times", "/times", Some(json!(-1))),
        ("null subgroup", "/subgroup", Some(json!(null))),
        ("missing ways", "/ways", None),
        ("a way without moves", "/ways/0", Some(json!([1]))),
        ("a move of one node", "/ways/0", Some(json!([1, [[0]]]))),
        ("a move with a name", "/ways/0", Some(json!([1, [[0, "1"]]]))),
        ("missing bound", "/lower", None),
        ("a bound without times", "/lower/times", None),
        ("a price of two numbers", "/lower/links", Some(json!([[0, 1]]))),
    ]
}

fn malformed_groups() -> Vec<Malformation> {
    vec![
        ("missing groups", "/groups", None),
        ("no groups", "/groups", Some(json!({}))),
        ("a group without a task", "/groups/0/task", None),
        ("a group without a schedule", "/groups/0/schedule", None),
        ("unknown key in a group", "/groups/0/nodes", Some(json!([0, 1]))),
        ("missing bound", "/lower", None),
        ("a bound without a value", "/lower/value", None),
        ("unknown kind of bound", "/lower/kind", Some(json!("moon"))),
        ("a negative bound", "/lower/value", Some(json!(-1))),
    ]
}

fn malformed_part() -> Vec<Malformation> {
    vec![
        ("missing task", "/task", None),
        ("missing quantity", "/quantity", None),
        ("unknown quantity", "/quantity", Some(json!("delay"))),
        ("missing target", "/target", None),
        ("negative horizon", "/horizon_slots", Some(json!(-1))),
        ("unknown model", "/model", Some(json!("delay"))),
        ("null model", "/model", Some(json!(null))),
        ("missing path", "/path", None),
        ("a value as a number", "/path/0/1", Some(json!(1))),
        ("a variable without a value", "/path/0", Some(json!([["x", 1, 0, 0]]))),
        ("a variable with a name of a row", "/path/0/0", Some(json!(["row", 1, 0]))),
        ("null proof", "/lower", Some(json!(null))),
    ]
}

fn malformed_result() -> Vec<Malformation> {
    vec![
        ("missing exit", "/exit", None),
        ("exit beyond 8 bits", "/exit", Some(json!(256))),
        ("unknown status", "/status", Some(json!("fine"))),
        ("a fraction as a number", "/link_use_percent", Some(json!(12.5))),
        ("the average delay as a number", "/average_delay", Some(json!(5))),
        ("null average delay", "/average_delay", Some(json!(null))),
        ("unknown horizon", "/claims/0/horizon", Some(json!("long"))),
        ("null notes", "/notes", Some(json!(null))),
        ("unknown key in the matrix", "/matrix/sum", Some(json!(0))),
        ("missing reason", "/error/reason", None),
    ]
}
