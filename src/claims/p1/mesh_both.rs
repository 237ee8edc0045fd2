//! §8: both optima of total exchange at once, in one and two dimensions.

use super::torus_mesh::named;
use crate::claims::code::Code;
use crate::claims::exact::{ratio, whole};
use crate::claims::own::EVEN_TORI;
use crate::claims::prove::{Least, accepted, ring, solved, total_exchange, with_objective};
use crate::claims::{ClaimError, Docket, Proved, Value};
use crate::delay::pooled;
use crate::model::IsotropicTask;
use crate::solve::Blocks;
use crate::wire::{CertificateDocument, Objective, ScheduleBody, TaskDocument, parse};
use std::collections::BTreeMap;

/// Schedules of rings in which nodes differ, found by a search, by number of nodes.
const RINGS: [(u64, &[u8]); 4] = [
    (4, include_bytes!("../../../models/claims/stored/ring-4-both.json")),
    (6, include_bytes!("../../../models/claims/stored/ring-6-both.json")),
    (8, include_bytes!("../../../models/claims/stored/ring-8-both.json")),
    (10, include_bytes!("../../../models/claims/stored/ring-10-both.json")),
];

/// The claims of this file.
pub(super) const CLAIMS: &[Code] = &[Code {
    file: file!(),
    id: "P1.mesh.both",
    parts: &[|docket| {
        for p in 3..=11 {
            if p % 2 == 1 { odd(docket, p, 1)? } else { even_ring(docket, p)? }
        }
        for p in 3..=12 {
            if p % 2 == 1 { odd(docket, p, 2)? } else { even_torus(docket, p)? }
        }
        Ok(())
    }],
}];

/// A node's pooled bound.
fn bound(task: &TaskDocument) -> Result<u64, ClaimError> {
    let least = pooled(&IsotropicTask::new(task)?);
    least.ok_or_else(|| ClaimError::Broken("the delay exceeds 64 bits".to_owned()))
}

fn odd(docket: &mut Docket, p: u64, d: u32) -> Result<(), ClaimError> {
    let (name, network) = named(&vec![p; usize::try_from(d).unwrap_or(0)]);
    let task = with_objective(total_exchange(network), Objective::CompletionTimeThenAverageDelay);
    let document = solved(&task, Some(&Blocks))?;
    let n = p.pow(d);
    docket.equal(format!("{name}, slots"), ratio(p * n - n / p, 8), accepted(&document, Least::TIME)?);
    docket.equal(format!("{name}, total delay"), bound(&task)?, accepted(&document, Least::DELAY)?);
    Ok(())
}

fn even_torus(docket: &mut Docket, p: u64) -> Result<(), ClaimError> {
    let (name, network) = named(&[p, p]);
    let stored = EVEN_TORI.iter().find(|(radix, _)| *radix == p);
    let Some((_, bytes)) = stored else {
        return Err(ClaimError::Broken(format!("{name} has no stored schedule")));
    };
    let document = parse::<CertificateDocument>(bytes)?;
    docket.equal(format!("{name}, slots"), ratio(p * p * p, 8), accepted(&document, Least::TIME)?);
    let least = bound(&total_exchange(network))?;
    docket.equal(format!("{name}, total delay"), least, accepted(&document, Least::DELAY)?);
    Ok(())
}

/// The checker bounds the time of a schedule in which nodes differ; its delay is read off.
fn even_ring(docket: &mut Docket, n: u64) -> Result<(), ClaimError> {
    let stored = RINGS.iter().find(|(nodes, _)| *nodes == n);
    let Some((_, bytes)) = stored else {
        return Err(ClaimError::Broken(format!("ring {n} has no stored schedule")));
    };
    let document = parse::<CertificateDocument>(bytes)?;
    let task = total_exchange(ring(n));
    if document.task.network != task.network || document.task.task != task.task {
        return Err(ClaimError::Broken(format!("the stored schedule of ring {n} is of another task")));
    }
    let slots = accepted(&document, Least::TIME)?;
    let least = bound(&task)?;
    let (lower, upper) = (Value(whole(n * least)), Value(whole(total_delay(&document.schedule))));
    let how = "the slots of arrival in the schedule of the certificate above, for all nodes; the pooled bound of each node";
    docket.equal(format!("ring {n}, slots"), (n * n).div_ceil(8), slots);
    docket.equal(
        format!("ring {n}, total delay of all nodes"),
        n * least,
        Proved::between(Some(lower), Some(upper), how),
    );
    Ok(())
}

/// The sum of the slots in which packets move last, which is where they arrive.
fn total_delay(schedule: &ScheduleBody) -> u64 {
    let mut last = BTreeMap::new();
    if let ScheduleBody::Explicit { slots, .. } = schedule {
        for (slot, moves) in (1_u64..).zip(slots) {
            last.extend(moves.iter().map(|transfer| (transfer.packet(), slot)));
        }
    }
    last.values().sum()
}
