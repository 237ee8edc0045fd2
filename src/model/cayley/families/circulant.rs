//! Circulants: the integers modulo n; the links add and subtract the steps.

use super::limits::require_links;
use super::table::table;
use crate::model::cayley::{CayleyGraph, MAX_CAYLEY_NODES};
use crate::model::{ModelError, count_of};

/// Returns the name of a link: `+s`, `-s`, or `±s` where both steps are one link.
pub(super) fn link_name(n: u64, steps: &[u64], link: usize) -> String {
    let ways = |&step: &u64| {
        let both = vec![format!("+{step}"), format!("-{step}")];
        if 2 * step == n { vec![format!("±{step}")] } else { both }
    };
    steps.iter().flat_map(ways).nth(link).expect("a name for every link")
}

pub(super) fn circulant(n: u64, steps: &[u64]) -> Result<CayleyGraph, ModelError> {
    if !(2..=MAX_CAYLEY_NODES).contains(&n) {
        return Err(ModelError::FamilySize { found: n, least: 2, most: MAX_CAYLEY_NODES });
    }
    if steps.is_empty() {
        return Err(ModelError::NoGenerators);
    }
    let mut links: Vec<u64> = Vec::new();
    for (index, &step) in steps.iter().enumerate() {
        if step == 0 || step >= n {
            return Err(ModelError::StepOutOfRange { index, found: step, greatest: n - 1 });
        }
        if let Some(first) = steps[..index].iter().position(|&s| s == step || s == n - step) {
            return Err(ModelError::RepeatedGenerator { place: format!("steps[{index}]"), first });
        }
        links.push(step);
        if 2 * step != n {
            links.push(n - step);
        }
        require_links(n, count_of(links.len()))?;
    }
    table(n, links.into_iter().map(|step| move |v| (v + step) % n)).ok_or_else(|| {
        let common = steps.iter().fold(n, |common, &step| num_integer::gcd(common, step));
        ModelError::Disconnected { common }
    })
}
