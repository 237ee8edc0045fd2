//! Computes the fractional makespan of a choice problem exactly: a small linear program in rationals.
//!
//! Every packet of a task chooses one of several routes; a choice of routes for all packets is a *column*,
//! the vector of how often it uses each link. Mixing columns in fractions, the least makespan is
//!
//! ```text
//! minimise M   subject to   Σ_q μ_q v_q[j] ≤ M for every link j,   Σ_q μ_q σ_q ≤ k·M,   Σ_q μ_q = 1,   μ ≥ 0,
//! ```
//!
//! v_q being the uses and σ_q the sum of column q. Its dual is the best weighted bound of MATH's kind:
//! multipliers y_j and z give the link weights w_j = y_j + z, and the least makespan is Σ dist_w / W(w) for
//! the best w. There are far too many columns to list; they are generated when the dual asks for them
//! (Dantzig & Wolfe 1960), while the basis stays as small as the number of links. Arithmetic is in big
//! rationals, pivots follow Bland's rule (Bland 1977), so the search ends and nothing is rounded.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A choice of routes for all packets: how often each link is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Uses of each link.
    pub uses: Vec<u64>,
}

/// A choice problem, represented by its cheapest choices.
pub trait Choices {
    /// Returns the column of least weight Σ w_j · uses_j; ties are always broken alike.
    fn cheapest(&mut self, weights: &[u64]) -> Column;
}

/// A mixture of columns: the solution of a choice problem in fractions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixture {
    /// The least makespan.
    pub makespan: BigRational,
    /// The columns with a positive share, by the order in which they were generated, each with its share.
    pub shares: Vec<(usize, BigRational)>,
}

/// The outcome of the linear program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fractional {
    /// The cheapest choice under these weights weighs more than `limit` slots can carry.
    Refuted {
        /// A weight for every link.
        weights: Vec<u64>,
    },
    /// The mixture has a makespan of at most the limit.
    Possible(Mixture),
    /// The budget of generated columns was used up.
    Unknown,
}

/// Computes the most weight carried in a slot: the sum of the `ports` largest weights.
#[must_use]
pub fn capacity(weights: &[u64], ports: u32) -> u128 {
    let mut sorted = weights.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let ports = usize::try_from(ports).unwrap_or(usize::MAX);
    sorted.iter().take(ports).map(|&w| u128::from(w)).sum()
}

/// Computes the weight of a column.
#[must_use]
pub fn weight(column: &Column, weights: &[u64]) -> u128 {
    column.uses.iter().zip(weights).map(|(&u, &w)| u128::from(u) * u128::from(w)).sum()
}

/// Decides whether a mixture of choices can have a makespan of at most `limit`, or finds weights that refute
/// it.
///
/// Returns as soon as weights refute the limit. [`Fractional::Possible`] holds an optimal mixture of makespan
/// at most the limit. `budget` bounds the number of generated columns.
///
/// # Complexity
/// Each iteration costs one call of [`Choices::cheapest`] and O(m²) rational operations for m links.
pub fn refute_or_mix(
    links: usize,
    ports: u32,
    limit: u64,
    choices: &mut dyn Choices,
    budget: usize,
) -> Fractional {
    let start = choices.cheapest(&vec![1; links]);
    if start.uses.iter().all(|&uses| uses == 0) {
        let shares = vec![(0, BigRational::one())];
        return Fractional::Possible(Mixture { makespan: BigRational::zero(), shares });
    }
    let mut master = Master::new(links, ports, start);
    for _ in 0..budget.max(1) {
        if master.restore_optimality().is_none() {
            return Fractional::Unknown;
        }
        let weights = master.weights();
        let column = choices.cheapest(&weights);
        let cheapest = weight(&column, &weights);
        if cheapest > u128::from(limit) * capacity(&weights, ports) {
            return Fractional::Refuted { weights };
        }
        if !master.improves(&column) {
            let makespan = master.makespan();
            return if makespan <= BigRational::from_integer(limit.into()) {
                Fractional::Possible(master.mixture())
            } else {
                Fractional::Unknown
            };
        }
        master.enter_new(column);
    }
    Fractional::Unknown
}

/// A variable of the master program; their order is that of Bland's rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Makespan,
    Slack(usize),
    Column(usize),
}

/// The master program with its basis: rows 0 … m − 1 are the links, row m the ports, row m + 1 the sum of
/// shares.
#[derive(Debug)]
struct Master {
    links: usize,
    ports: u32,
    columns: Vec<Column>,
    basis: Vec<Variable>,
    inverse: Vec<Vec<BigRational>>,
    value: Vec<BigRational>,
}

/// The most pivots, more than any of our programs needs; beyond it the search gives up.
const MAX_PIVOTS: usize = 100_000;

impl Master {
    /// Starts with one column; the row with its greatest load sets the makespan.
    fn new(links: usize, ports: u32, start: Column) -> Self {
        let rows = links + 2;
        let mut inverse = vec![vec![BigRational::zero(); rows]; rows];
        for (row, line) in inverse.iter_mut().enumerate() {
            line[row] = BigRational::one();
        }
        let mut value = vec![BigRational::zero(); rows];
        value[rows - 1] = BigRational::one();
        let basis = (0..rows).map(Variable::Slack).collect();
        let strain: Vec<BigRational> = start
            .uses
            .iter()
            .map(|&uses| BigRational::from_integer(uses.into()))
            .chain([BigRational::new(start.uses.iter().sum::<u64>().into(), ports.into())])
            .collect();
        let tight = (0..strain.len())
            .max_by(|&a, &b| strain[a].cmp(&strain[b]).then(b.cmp(&a)))
            .expect("there is a row for the ports");
        let mut master = Self { links, ports, columns: vec![start], basis, inverse, value };
        master.pivot(Variable::Column(0), rows - 1);
        master.pivot(Variable::Makespan, tight);
        master
    }

    /// Returns the coefficients of a variable in the constraint rows.
    fn coefficients(&self, variable: Variable) -> Vec<BigRational> {
        let rows = self.links + 2;
        let mut vector = vec![BigRational::zero(); rows];
        match variable {
            Variable::Slack(row) => vector[row] = BigRational::one(),
            Variable::Makespan => {
                for entry in &mut vector[..self.links] {
                    *entry = -BigRational::one();
                }
                vector[self.links] = -BigRational::from_integer(self.ports.into());
            }
            Variable::Column(index) => {
                let uses = &self.columns[index].uses;
                for (entry, &used) in vector.iter_mut().zip(uses) {
                    *entry = BigRational::from_integer(used.into());
                }
                vector[self.links] = BigRational::from_integer(uses.iter().sum::<u64>().into());
                vector[rows - 1] = BigRational::one();
            }
        }
        vector
    }

    fn direction(&self, variable: Variable) -> Vec<BigRational> {
        let vector = self.coefficients(variable);
        self.inverse.iter().map(|line| dot(line, &vector)).collect()
    }

    /// Brings a variable into the basis in place of the one of `row`.
    fn pivot(&mut self, variable: Variable, row: usize) {
        let direction = self.direction(variable);
        let scale = direction[row].clone();
        for entry in &mut self.inverse[row] {
            *entry /= &scale;
        }
        self.value[row] /= &scale;
        let (line, level) = (self.inverse[row].clone(), self.value[row].clone());
        for other in (0..direction.len()).filter(|&other| other != row) {
            let factor = &direction[other];
            if factor.is_zero() {
                continue;
            }
            for (entry, pivot) in self.inverse[other].iter_mut().zip(&line) {
                if !pivot.is_zero() {
                    *entry -= pivot * factor;
                }
            }
            self.value[other] -= &level * factor;
        }
        self.basis[row] = variable;
    }

    /// Brings a variable into the basis by the ratio test; `None` if nothing limits it, which a bounded
    /// program excludes.
    fn enter(&mut self, variable: Variable) -> Option<()> {
        let direction = self.direction(variable);
        let row = (0..direction.len()).filter(|&row| direction[row].is_positive()).min_by(|&a, &b| {
            let (left, right) = (&self.value[a] * &direction[b], &self.value[b] * &direction[a]);
            left.cmp(&right).then(self.basis[a].cmp(&self.basis[b]))
        })?;
        self.pivot(variable, row);
        Some(())
    }

    fn makespan_row(&self) -> Option<usize> {
        self.basis.iter().position(|&variable| variable == Variable::Makespan)
    }

    /// Returns the dual prices: the row of the inverse that belongs to the makespan.
    fn prices(&self) -> &[BigRational] {
        let row = self.makespan_row().expect("the makespan of a task with packets is positive, hence basic");
        &self.inverse[row]
    }

    fn makespan(&self) -> BigRational {
        self.prices()[self.links + 1].clone()
    }

    /// Pivots until no known column and no slack improves the makespan.
    fn restore_optimality(&mut self) -> Option<()> {
        for _ in 0..MAX_PIVOTS {
            self.makespan_row()?;
            let prices = self.prices();
            let slack = (0..=self.links).find(|&row| prices[row].is_positive()).map(Variable::Slack);
            let entering = slack.or_else(|| {
                (0..self.columns.len())
                    .find(|&index| self.reduced_cost(&self.columns[index]).is_negative())
                    .map(Variable::Column)
            });
            match entering {
                Some(variable) => self.enter(variable)?,
                None => return Some(()),
            }
        }
        None
    }

    fn reduced_cost(&self, column: &Column) -> BigRational {
        let prices = self.prices();
        let mut cost = -prices[self.links + 1].clone();
        for (price, &uses) in prices.iter().zip(&column.uses) {
            if uses > 0 {
                cost -= (price + &prices[self.links]) * BigRational::from_integer(uses.into());
            }
        }
        cost
    }

    fn improves(&self, column: &Column) -> bool {
        self.reduced_cost(column).is_negative()
    }

    /// Adds a column that improves; the next call of [`Self::restore_optimality`] brings it into the basis.
    fn enter_new(&mut self, column: Column) {
        self.columns.push(column);
    }

    /// Returns the link weights w_j = y_j + z as integers without common factor. Weights too large for 64
    /// bits are rounded: any weights make a valid bound.
    fn weights(&self) -> Vec<u64> {
        let prices = self.prices();
        let exact: Vec<BigRational> =
            (0..self.links).map(|link| -(&prices[link] + &prices[self.links])).collect();
        let scale = exact.iter().fold(BigInt::one(), |scale, w| scale.lcm(w.denom()));
        let whole: Vec<BigInt> = exact.iter().map(|w| w.numer() * (&scale / w.denom())).collect();
        let common = whole.iter().fold(BigInt::zero(), |common, w| common.gcd(w));
        let greatest = whole.iter().max().cloned().unwrap_or_default();
        let limit = BigInt::from(1_u64 << 40);
        whole
            .iter()
            .map(|w| {
                let reduced = if &greatest / &common <= limit { w / &common } else { w * &limit / &greatest };
                reduced.to_u64().expect("a weight is at most 2^40")
            })
            .collect()
    }

    fn mixture(&self) -> Mixture {
        let mut shares: Vec<(usize, BigRational)> = self
            .basis
            .iter()
            .zip(&self.value)
            .filter_map(|(variable, value)| match variable {
                Variable::Column(index) if value.is_positive() => Some((*index, value.clone())),
                _ => None,
            })
            .collect();
        shares.sort_by_key(|share| share.0);
        Mixture { makespan: self.makespan(), shares }
    }
}

fn dot(left: &[BigRational], right: &[BigRational]) -> BigRational {
    let mut sum = BigRational::zero();
    for (a, b) in left.iter().zip(right) {
        if !a.is_zero() && !b.is_zero() {
            sum += a * b;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets that choose among listed routes.
    struct Listed(Vec<Vec<Vec<u64>>>);

    impl Choices for Listed {
        fn cheapest(&mut self, weights: &[u64]) -> Column {
            let mut uses = vec![0; weights.len()];
            for routes in &self.0 {
                let best = routes
                    .iter()
                    .min_by_key(|route| route.iter().zip(weights).map(|(u, w)| u * w).sum::<u64>())
                    .expect("every packet has a route");
                for (sum, used) in uses.iter_mut().zip(best) {
                    *sum += used;
                }
            }
            Column { uses }
        }
    }

    #[test]
    fn three_packets_on_a_ring_of_three_mix_to_two_slots() {
        // Offset 1: one hop + or two hops −.
        let routes = vec![vec![1, 0], vec![0, 2]];
        let mut choices = Listed(vec![routes; 3]);
        let Fractional::Possible(mixture) = refute_or_mix(2, 2, 2, &mut choices, 100) else {
            panic!("two slots are possible in fractions");
        };
        assert_eq!(mixture.makespan, BigRational::from_integer(2.into()));
        let refuted = refute_or_mix(2, 2, 1, &mut choices, 100);
        let Fractional::Refuted { weights } = refuted else { panic!("one slot is not") };
        assert!(weight(&choices.cheapest(&weights), &weights) > capacity(&weights, 2));
    }

    #[test]
    fn with_one_port_the_sum_of_hops_decides() {
        let mut choices = Listed(vec![vec![vec![1, 0], vec![0, 2]]; 3]);
        assert!(matches!(refute_or_mix(2, 1, 2, &mut choices, 100), Fractional::Refuted { .. }));
        assert!(matches!(refute_or_mix(2, 1, 3, &mut choices, 100), Fractional::Possible(_)));
    }
}
