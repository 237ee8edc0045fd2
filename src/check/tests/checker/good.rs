//! Certificates made by hand.

use serde_json::{Value, json};

pub(crate) fn task(network: &Value, task: &Value, ports: &Value) -> Value {
    json!({ "format": "isotask.task/1", "network": network, "task": task, "ports": ports,
        "objective": "completion-time" })
}

pub(crate) fn time(value: u64, scope: &str, lower: &Value) -> Value {
    let status = if lower["value"] == value { "optimal" } else { "upper-bound" };
    json!({ "quantity": "completion-time", "value": value, "scope": scope, "lower": lower,
        "status": status })
}

pub(crate) fn moves(value: u64, lower: u64) -> Value {
    let status = if lower == value { "optimal" } else { "upper-bound" };
    json!({ "quantity": "transmissions", "value": value, "per": "node", "scope": "all",
        "lower": { "kind": "distances", "value": lower }, "status": status })
}

pub(crate) fn delay(value: u64, horizon: &Value, lower: u64) -> Value {
    let status = if lower == value { "optimal" } else { "upper-bound" };
    json!({ "quantity": "total-delay", "value": value, "per": "node", "scope": "all",
        "horizon": horizon, "lower": { "kind": "pooled", "value": lower }, "status": status })
}

pub(crate) fn weights(value: u64, weights: &[u64]) -> Value {
    json!({ "kind": "weights", "value": value, "weights": weights })
}

pub(crate) fn certificate(task: &Value, schedule: &Value, claims: &[Value]) -> Value {
    json!({ "format": "isotask.certificate/1", "task": task, "schedule": schedule,
        "claims": claims })
}

pub(crate) fn exchange() -> Value {
    json!({ "kind": "total-exchange" })
}

pub(crate) fn ring(nodes: u64) -> Value {
    json!({ "kind": "ring", "nodes": nodes })
}

pub(crate) fn cube2() -> Value {
    let network = json!({ "kind": "hypercube", "dimension": 2 });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
        "slots": [[[0, 0], [2, 1]], [[1, 1], [2, 0]]] });
    let claims = [
        time(2, "all", &weights(2, &[1, 0])),
        time(2, "isotropic", &json!({ "kind": "split", "value": 2 })),
        time(2, "isotropic-shortest", &json!({ "kind": "distance", "value": 2, "packet": 3 })),
        moves(4, 4),
    ];
    certificate(&task(&network, &exchange(), &json!("all")), &schedule, &claims)
}

pub(crate) fn ring5() -> Value {
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4],
        "slots": [[[0, 0], [2, 1]], [[1, 0], [2, 1]], [[1, 0], [3, 1]]] });
    let claims = [time(3, "all", &weights(3, &[1, 1])), moves(6, 6)];
    certificate(&task(&ring(5), &exchange(), &json!("all")), &schedule, &claims)
}

pub(crate) fn ring5_one_port() -> Value {
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4],
        "slots": [[[0, 0]], [[1, 0]], [[1, 0]], [[2, 1]], [[2, 1]], [[3, 1]]] });
    let claims = [time(6, "all", &weights(6, &[1, 1])), moves(6, 6)];
    certificate(&task(&ring(5), &exchange(), &json!("one")), &schedule, &claims)
}

pub(crate) fn ring5_intervals() -> Value {
    let schedule = json!({ "kind": "intervals", "groups": [0, 2],
        "intervals": [[0, 3, 0, 0], [0, 3, 1, 1]] });
    let claims = [time(3, "all", &weights(3, &[1, 1])), moves(6, 6)];
    certificate(&task(&ring(5), &exchange(), &json!("all")), &schedule, &claims)
}

pub(crate) fn ring4() -> Value {
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3],
        "slots": [[[0, 0], [2, 1]], [[1, 0]], [[1, 0]]] });
    let tree = json!({ "kind": "direction-tree", "value": 3,
        "tree": [{ "branch": [1, 0, 1] }, { "weights": [1, 0] }, { "weights": [0, 1] }] });
    let claims = [
        time(3, "all", &weights(2, &[1, 1])),
        time(3, "isotropic", &json!({ "kind": "split", "value": 3 })),
        time(3, "isotropic-shortest", &tree),
    ];
    certificate(&task(&ring(4), &exchange(), &json!("all")), &schedule, &claims)
}

pub(crate) fn torus(slots: &Value, ports: &Value, claims: &[Value]) -> Value {
    let network = json!({ "kind": "torus", "radices": [3, 3] });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 2, 3, 4, 5, 6, 7, 8],
        "slots": slots });
    certificate(&task(&network, &exchange(), ports), &schedule, claims)
}

pub(crate) fn torus3() -> Value {
    let slots = json!([
        [[3, 0], [4, 3], [7, 1], [6, 2]],
        [[3, 2], [4, 0], [7, 3], [6, 1]],
        [[0, 2], [1, 3], [2, 0], [5, 1]]
    ]);
    let claims = [time(3, "all", &weights(3, &[1, 1, 0, 0])), moves(12, 12)];
    torus(&slots, &json!("all"), &claims)
}

pub(crate) fn torus3_two_ports() -> Value {
    let slots = json!([
        [[3, 0], [4, 3]],
        [[7, 1], [6, 2]],
        [[3, 2], [4, 0]],
        [[7, 3], [6, 1]],
        [[0, 2], [1, 3]],
        [[2, 0], [5, 1]]
    ]);
    let claims = [time(6, "all", &weights(6, &[1, 1, 1, 1]))];
    torus(&slots, &json!({ "at-most": 2 }), &claims)
}

pub(crate) fn detour() -> Value {
    let packets = json!({ "kind": "isotropic", "packets": [{ "offset": 1, "count": 3 }] });
    let schedule = json!({ "kind": "symmetric", "packets": [1, 1, 1],
        "slots": [[[0, 0], [2, 1]], [[1, 0], [2, 1]]] });
    let claims = [time(2, "all", &weights(2, &[2, 1])), moves(4, 3)];
    certificate(&task(&ring(3), &packets, &json!("all")), &schedule, &claims)
}

pub(crate) fn coupled() -> Value {
    let network = json!({ "kind": "torus", "radices": [3, 3] });
    let packets = json!({ "kind": "isotropic", "count": 3, "packets": [{ "offset": [1, 1] }] });
    let schedule = json!({ "kind": "symmetric", "packets": [4, [1, 1], 4],
        "slots": [[[0, 0], [2, 2]], [[0, 2], [1, 0]], [[1, 2], [2, 0]]] });
    let within = json!({ "kind": "weights", "value": 3, "weights": [1, 0, 0, 0], "within": 2 });
    let tree = json!({ "kind": "direction-tree", "value": 3,
        "tree": [{ "weights": [1, 0, 0, 0] }] });
    let claims = [
        time(3, "all", &within),
        time(3, "isotropic", &json!({ "kind": "split", "value": 2 })),
        time(3, "isotropic-shortest", &tree),
    ];
    certificate(&task(&network, &packets, &json!("all")), &schedule, &claims)
}

pub(crate) fn all() -> Vec<Value> {
    vec![
        cube2(),
        ring5(),
        ring5_one_port(),
        ring5_intervals(),
        ring4(),
        torus3(),
        torus3_two_ports(),
        detour(),
        coupled(),
        super::flow::circulant4(),
    ]
}
