//! Several ports: short schedules along words, by chance and repair.

use super::dispatch::list_schedule;
use super::plan::Plan;
use super::random::Random;
use super::walk::Walk;
use crate::model::{CayleyTask, WordSchedule, wide};

/// How long [`job_shop()`] may search.
pub struct ShopBudget<'a> {
    /// Most constructions of whole schedules.
    pub evaluations: u64,
    /// Asked between them; once it is true the best schedule so far is returned.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

pub fn job_shop(task: &CayleyTask, target: u64, weights: Option<&[u64]>, budget: &ShopBudget) -> WordSchedule {
    let ones = vec![1; wide(task.graph().links())];
    let walk = Walk::new(task, weights.unwrap_or(&ones));
    let mut best: Option<Vec<Vec<(u32, u32)>>> = None;
    for attempt in 0..budget.evaluations.max(1) {
        let mut random = Random::new(attempt);
        let plan = Plan::balanced(&walk, target, &mut random);
        let noise = (attempt % 10) as u32;
        let slots = list_schedule(&walk, &plan, wide(task.ports()), noise, &mut random);
        if std::env::var("V").is_ok() && attempt < 10 { eprintln!("  {attempt}: plan {} slots {}", plan.least_slots(task.ports()), slots.len()); }
        if best.as_ref().is_none_or(|best| slots.len() < best.len()) {
            best = Some(slots);
        }
        if best.as_ref().is_some_and(|best| best.len() as u64 <= target) || (budget.stop)() {
            break;
        }
    }
    WordSchedule { packets: walk.packets, slots: best.unwrap_or_default() }
}
