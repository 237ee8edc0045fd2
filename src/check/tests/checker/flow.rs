//! Trees over the flow model of a Cayley graph: completion times and delays, and forged ones.

use super::*;
use good::{certificate, exchange, task, time};

fn tree(value: u64, horizon: u64, nodes: &Value) -> Value {
    json!({ "kind": "dual-tree", "value": value, "horizon_slots": horizon, "tree": nodes })
}

fn delay(value: u64, scope: &str, horizon: &Value, lower: &Value) -> Value {
    let status = if lower["value"] == value { "optimal" } else { "upper-bound" };
    json!({ "quantity": "total-delay", "value": value, "per": "node", "scope": scope, "horizon": horizon,
        "lower": lower, "status": status })
}

/// Returns a refutation of two slots: they would do for the links, but not for the middle packet, which takes
/// both its moves over one of them.
fn no_two_slots() -> Value {
    json!([
        { "fix": ["x", 1, 1, 0] },
        { "denominator": 0, "rows": [["empty", 1, -2], ["empty", 2, -2], ["hold", 3, 1, 1], ["empty", 3, -2],
            ["column", 0, 0, 1]] },
        { "denominator": 0, "rows": [["empty", 2, -2], ["hold", 3, 1, 1], ["empty", 3, -2],
            ["column", 0, 0, 1], ["column", 1, 0, 2]] }
    ])
}

fn delay_five() -> Value {
    json!([{ "denominator": 1, "rows": [["hold", 1, 1, 1], ["empty", 1, -3], ["empty", 2, -3],
        ["hold", 3, 1, 1], ["empty", 3, -3], ["column", 0, 0, 1], ["column", 1, 0, 1]] }])
}

/// Returns a total exchange on the ring of 4 nodes, taken as a Cayley graph.
pub(crate) fn circulant4() -> Value {
    let network = json!({ "kind": "cayley", "family": "circulant", "n": 4, "steps": [1] });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
        "slots": [[[0, 0], [2, 1]], [[1, 0]], [[1, 0]]] });
    let claims = [
        time(3, "isotropic", &tree(3, 2, &no_two_slots())),
        delay(5, "isotropic", &json!("critical"), &tree(5, 3, &delay_five())),
    ];
    certificate(&task(&network, &exchange(), &json!("all")), &schedule, &claims)
}

#[test]
fn trees_bound_completion_time_and_delay_on_cayley_graphs() {
    let verdict = check(&circulant4()).expect("a good certificate");
    assert_eq!(verdict.claims.iter().map(|claim| claim.lower).collect::<Vec<_>>(), [3, 5]);
    let narrow = with(circulant4(), &[("/claims/0/scope", json!("isotropic-shortest"))]);
    // Shortest paths alone are a narrower scope, in which these multipliers hold too; a claim for it does not
    // prove the critical time.
    let narrow = with(narrow, &[("/claims/1/horizon", json!(3))]);
    assert!(check(&narrow).is_ok());
    let narrow = with(narrow, &[("/claims/1/horizon", json!("critical"))]);
    assert!(matches!(check(&narrow), Err(Rejection::HorizonNotCritical { claim: 1 })));
}

#[test]
fn forged_trees_for_a_completion_time_are_refused() {
    let good = circulant4;
    refused!(
        good(),
        ["/claims/0/lower/tree/2/rows/4/3" = 1],
        Rejection::DelayLeafTooWeak { claim: 0, node: 2, .. }
    );
    refused!(good(), ["/claims/0/lower/tree/1/rows" = []], Rejection::DelayLeafTooWeak { found: 0, .. });
    refused!(
        good(),
        ["/claims/0/lower/tree/1/rows/4/3" = (-1)],
        Rejection::NegativeMultiplier { node: 1, row: 4, multiplier: -1, .. }
    );
    refused!(
        good(),
        ["/claims/0/lower/tree/1/denominator" = 1],
        Rejection::DenominatorNotZero { node: 1, denominator: 1, .. }
    );
    let nodes = no_two_slots();
    let without_branch = json!([nodes[0], nodes[1]]);
    refused!(good(), ["/claims/0/lower/tree" = without_branch], Rejection::TreeIncomplete { node: 2, .. });
    let one_leaf = json!([nodes[1]]);
    refused!(good(), ["/claims/0/lower/tree" = one_leaf], Rejection::DelayLeafTooWeak { node: 0, .. });
    let swapped = json!([nodes[0], nodes[2], nodes[1]]);
    refused!(good(), ["/claims/0/lower/tree" = swapped], Rejection::DelayLeafTooWeak { .. });
    let longer = json!([nodes[0], nodes[1], nodes[2], nodes[2]]);
    refused!(good(), ["/claims/0/lower/tree" = longer], Rejection::TreeTrailing { node: 3, .. });
    refused!(good(), ["/claims/0/scope" = "all"], Rejection::ScopeTooWide { .. });
}

#[test]
fn names_that_the_flow_model_has_not_are_refused() {
    let good = circulant4;
    for variable in [
        json!(["x", 0, 0, 0]),
        json!(["x", 4, 0, 0]),
        json!(["x", 1, 2, 0]),
        json!(["x", 1, 0, 2]),
        json!(["x", u64::MAX, u64::MAX, u64::MAX]),
        json!(["q", 1, 1, 0]),
        json!(["d", 0, 0]),
    ] {
        refused!(
            good(),
            ["/claims/0/lower/tree/0/fix" = variable],
            Rejection::NoSuchVariable { claim: 0, node: 0, .. }
        );
    }
    // After the last slot a packet at node 2 would still be on its way.
    refused!(
        good(),
        ["/claims/0/lower/tree/0/fix" = ["x", 1, 0, 1]],
        Rejection::VariableNotFree { claim: 0, node: 0, .. }
    );
    for row in [
        json!(["hold", 0, 0, 1]),
        json!(["hold", 4, 0, 1]),
        json!(["hold", 1, 2, 1]),
        json!(["empty", 0, 1]),
        json!(["empty", 4, 1]),
        json!(["column", 2, 0, 1]),
        json!(["column", 0, 2, 1]),
        json!(["ports", 0, 1]),
        json!(["entry", 0, 0, 0, 1]),
        json!(["row", 0, 0, 1]),
        json!(["balance", 0, 0, 1]),
        json!(["fall", 0, 1, 0, 1]),
        json!(["nest", 0, 1, 0, 1]),
        json!(["link", 0, 1, 0, 1]),
    ] {
        refused!(
            good(),
            ["/claims/0/lower/tree/1/rows/0" = row],
            Rejection::NoSuchRow { node: 1, row: 0, .. }
        );
    }
}

#[test]
fn trees_for_other_slots_than_claimed_are_refused() {
    let good = circulant4;
    for slots in [0, 1, 3, u64::MAX] {
        refused!(
            good(),
            ["/claims/0/lower/horizon_slots" = slots],
            Rejection::WithinMismatch { claim: 0, value: 3, .. }
        );
    }
    refused!(
        good(),
        ["/claims/0/lower/value" = 2, "/claims/0/status" = "upper-bound"],
        Rejection::WithinMismatch { within: 2, value: 2, .. }
    );
    // Multipliers for two slots say nothing of three.
    let three = json!({ "kind": "dual-tree", "value": 3, "horizon_slots": 3, "tree": no_two_slots() });
    refused!(good(), ["/claims/0/lower" = three], Rejection::WithinMismatch { .. });
    refused!(
        good(),
        ["/claims/1/lower/horizon_slots" = 2],
        Rejection::HorizonBeyondModel { claim: 1, horizon_slots: 2, needed: 3 }
    );
    refused!(
        good(),
        ["/claims/1/horizon" = 4],
        Rejection::HorizonBeyondModel { claim: 1, horizon_slots: 3, needed: 4 }
    );
    let large = json!({ "kind": "dual-tree", "value": 5, "horizon_slots": (1_u64 << 40), "tree": [] });
    refused!(good(), ["/claims/1/lower" = large], Rejection::DelayModelTooLarge { claim: 1, .. });
}

#[test]
fn trees_bind_schedules_of_any_length_where_more_slots_would_delay_too_much() {
    // With less than 5 slots in all, 2 of them for the neighbours, the middle packet has at most 2.
    assert!(check(&with(circulant4(), &[("/claims/1/horizon", json!("any"))])).is_ok());
    let late = json!([[], [], [[0, 0], [2, 1]], [[1, 0]], [[1, 0]]]);
    let any = |scope| {
        let claims = json!([delay(11, scope, &json!("any"), &tree(11, 3, &delay_five()))]);
        with(circulant4(), &[("/schedule/slots", late.clone()), ("/claims", claims)])
    };
    refused!(any("isotropic"), [], Rejection::HorizonBeyondModel { claim: 0, horizon_slots: 3, needed: 8 });
    // Along shortest paths there is one slot for every hop at most.
    refused!(any("isotropic-shortest"), [], Rejection::HorizonBeyondModel { needed: 4, .. });
}

#[test]
fn forged_trees_for_a_delay_are_refused() {
    let good = circulant4;
    refused!(
        good(),
        ["/claims/1/lower/tree/0/rows/5/3" = 0],
        Rejection::DelayLeafTooWeak { claim: 1, node: 0, .. }
    );
    refused!(
        good(),
        ["/claims/1/lower/tree/0/denominator" = 0],
        Rejection::DelayLeafTooWeak { claim: 1, limit: 0, .. }
    );
    refused!(
        good(),
        ["/claims/1/lower/tree/0/denominator" = 2],
        Rejection::DelayLeafTooWeak { claim: 1, limit: 8, .. }
    );
    refused!(good(), ["/claims/1/lower/value" = 6], Rejection::LowerAboveValue { claim: 1, .. });
    refused!(
        good(),
        ["/claims/1/lower/tree/0/denominator" = (u64::MAX), "/claims/1/lower/tree/0/rows/0/3" = (i64::MAX)],
        Rejection::DelayLeafTooWeak { claim: 1, .. }
    );
}

#[test]
fn tori_keep_their_own_models() {
    let flow = tree(3, 2, &no_two_slots());
    let plain = with(good::ring4(), &[("/claims", json!([time(3, "isotropic", &flow)]))]);
    refused!(plain, [], Rejection::BoundDoesNotFit { claim: 0, .. });
    let flow = delay(5, "isotropic", &json!(3), &tree(5, 3, &delay_five()));
    let value = super::delay::last_moves(&good::ring4());
    let mut flow = with(flow, &[("/value", json!(value))]);
    flow["status"] = json!(if value == 5 { "optimal" } else { "upper-bound" });
    let delay = with(good::ring4(), &[("/claims", json!([flow]))]);
    refused!(delay, [], Rejection::NoSuchRow { claim: 0, node: 0, row: 0, .. });
}

fn of_flow(lower: &Value) -> Value {
    let mut lower = lower.clone();
    lower["model"] = json!("flow");
    lower
}

/// Returns a total exchange on the ring of 4 nodes, with trees over the flow model.
fn ring4() -> Value {
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
        "slots": [[[0, 0], [2, 1]], [[1, 0]], [[1, 0]]] });
    let claims = [
        time(3, "isotropic", &of_flow(&tree(3, 2, &no_two_slots()))),
        delay(5, "isotropic", &json!("critical"), &of_flow(&tree(5, 3, &delay_five()))),
    ];
    let network = json!({ "kind": "ring", "nodes": 4 });
    certificate(&task(&network, &exchange(), &json!("all")), &schedule, &claims)
}

#[test]
fn trees_over_the_flow_model_hold_on_rings_as_on_cayley_graphs() {
    let verdict = check(&ring4()).expect("a good certificate");
    assert_eq!(verdict.claims.iter().map(|claim| claim.lower).collect::<Vec<_>>(), [3, 5]);
    // With less than 5 slots in all no packet comes after the second.
    assert!(check(&with(ring4(), &[("/claims/1/horizon", json!("any"))])).is_ok());
    refused!(
        ring4(),
        ["/claims/1/horizon" = 4],
        Rejection::HorizonBeyondModel { claim: 1, horizon_slots: 3, needed: 4 }
    );
    refused!(
        ring4(),
        ["/claims/0/lower/tree/2/rows/4/3" = 1],
        Rejection::DelayLeafTooWeak { claim: 0, node: 2, .. }
    );
    refused!(
        ring4(),
        ["/claims/1/lower/tree/0/rows/5/3" = 0],
        Rejection::DelayLeafTooWeak { claim: 1, node: 0, .. }
    );
    refused!(
        ring4(),
        ["/claims/1/lower/tree/0/rows/0" = ["entry", 0, 0, 0, 1]],
        Rejection::NoSuchRow { claim: 1, node: 0, row: 0, .. }
    );
    refused!(ring4(), ["/claims/0/scope" = "all"], Rejection::ScopeTooWide { claim: 0, .. });
    refused!(ring4(), ["/claims/1/scope" = "all"], Rejection::ScopeTooWide { claim: 1, .. });
}

#[test]
fn the_flow_model_is_named_where_a_task_has_another_one_alone() {
    let named = of_flow(&tree(3, 2, &no_two_slots()));
    refused!(circulant4(), ["/claims/0/lower" = named], Rejection::BoundNotForTask { claim: 0, .. });
    let mut demands = super::collective::cube_broadcast();
    demands["claims"] = json!([time(2, "all", &of_flow(&tree(2, 1, &json!([]))))]);
    refused!(demands, [], Rejection::BoundNotForTask { claim: 0, .. });
}

/// Moves away from the destination of a packet, and longer ways round, are variables of the scope `isotropic`
/// only; multipliers that ignore them would bind schedules that make such moves.
#[test]
fn detours_are_free_in_the_wider_scope_and_none_in_the_narrower() {
    let fixed = |network: &Value, scope: &str, model: Value, variable: &Value| {
        let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 2 }] });
        let schedule =
            json!({ "kind": "symmetric", "packets": [1, 1], "slots": [[[0, 0]], [[1, 0]], [], [], []] });
        let mut lower = tree(3, 5, &json!([{ "fix": variable }]));
        if !model.is_null() {
            lower["model"] = model;
        }
        let claims = [delay(3, scope, &json!(5), &lower)];
        check(&certificate(&task(network, &packets, &json!("all")), &schedule, &claims))
    };
    let circulant = json!({ "kind": "cayley", "family": "circulant", "n": 5, "steps": [1] });
    let ring = good::ring(5);
    // At node 4 both packets have one hop left over link 0; link 1 leads away.
    let away = json!(["x", 4, 1, 0]);
    for (network, model) in [(&circulant, Value::Null), (&ring, json!("flow"))] {
        let found = fixed(network, "isotropic", model.clone(), &away);
        assert!(matches!(found, Err(Rejection::TreeIncomplete { node: 1, .. })), "{found:?}");
        let found = fixed(network, "isotropic-shortest", model, &away);
        assert!(matches!(found, Err(Rejection::VariableNotFree { node: 0, .. })), "{found:?}");
    }
    let way = json!(["d", 0, 0]);
    let found = fixed(&ring, "isotropic", Value::Null, &way);
    assert!(matches!(found, Err(Rejection::TreeIncomplete { node: 1, .. })), "{found:?}");
    let found = fixed(&ring, "isotropic-shortest", Value::Null, &way);
    assert!(matches!(found, Err(Rejection::NoSuchVariable { node: 0, .. })), "{found:?}");
}
