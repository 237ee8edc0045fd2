//! The fractional problem of one case of the search, and the multipliers that refute the case.
//!
//! With shares in place of whole packets a case is a linear program: for every class its shares of the
//! allowed routes add up to 1, and
//!
//! ```text
//! uses of a link ≤ T + θT,    all hops ≤ kT + θkT,    least_i − θN_i ≤ s_i ≤ most_i + θN_i,    minimise θ ≥ 0,
//! ```
//!
//! for T slots and k ports: `s_i` is the number of packets that go + in dimension i, between `least_i` and
//! `most_i` in this case, and `N_i` of those that may go + or −. It is solved by the simplex method with one
//! *key* route for every class (generalised upper bounds, Dantzig & Van Slyke 1967), so the basis has only
//! the rows above. Numbers are integers in units of 2⁻⁴⁰, rounded: no conclusion rests on them. Dual prices
//! become integer multipliers, and only [`refutes`], in exact integers, decides that a case is impossible. If
//! θ = 0 is reached, the slack is maximised, which makes shares easy to round.

use super::table::{Case, Class, RouteTable};
use crate::linear;
use crate::model::count_of;

/// Fractional bits of a fixed-point number.
const FRAC_BITS: u32 = 40;
/// The number 1 in fixed point.
pub(super) const ONE: i64 = 1 << FRAC_BITS;
/// A fixed-point number of smaller magnitude counts as 0.
const ZERO_TOLERANCE: i64 = 1 << 12;
/// Fixed-point numbers stay below this magnitude, so that a sum of 127 products fits 128 bits.
const MAGNITUDE_LIMIT: u64 = 1 << 60;
/// Most pivots in search of a refutation, and most that then enlarge the slack.
const MAX_REFUTATION_PIVOTS: usize = 400;
const MAX_SLACK_PIVOTS: usize = 24;
/// Numbers of bits to which dual prices are rounded, in the order in which they are tried until the
/// multipliers refute.
const MULTIPLIER_FRAC_BITS: [u32; 6] = [0, 4, 8, 14, 24, 40];

/// Integer multipliers that refute a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Multipliers {
    /// A weight for every link.
    pub(super) weights: Vec<u64>,
    /// A multiplier of the number of packets that go + in every dimension.
    pub(super) plus: Vec<i64>,
}

/// The answer for a case.
#[derive(Debug)]
pub(super) enum Relaxed {
    /// The case is impossible.
    Refuted(Multipliers),
    /// For every class its positive shares `(route, share)` in units of 1 / [`ONE`].
    Shares(Vec<Vec<(usize, i64)>>),
}

/// Returns whether multipliers show that a case allows no directions: with weights w and multipliers u,
///
/// ```text
/// Σ n · min over allowed routes (w · hops − Σ_i u_i · [goes + in i]) + Σ_i (u_i ≥ 0 ? u_i · least_i : u_i · most_i) > L · W(w).
/// ```
///
/// W(w), the sum of the k greatest weights, is the most that a slot can carry. So directions of the case that
/// need at most L slots have Σ w · hops ≤ L · W(w). Σ `u_i` · `s_i` is at least the second sum; the first sum
/// is at most Σ w · hops − Σ `u_i` · `s_i`.
pub(super) fn refutes(table: &RouteTable, case: &Case, multipliers: &Multipliers) -> bool {
    let Multipliers { weights, plus } = multipliers;
    excess(table, case, weights, plus).is_none_or(|excess| excess > 0) && plus.len() == case.windows.len()
}

/// Returns the left side less the right; `None` if a class has no route left. Sums beyond 128 bits count as
/// no excess.
fn excess(table: &RouteTable, case: &Case, weights: &[u64], plus: &[i64]) -> Option<i128> {
    let capacity = i128::try_from(linear::capacity(weights, table.ports)).unwrap_or(i128::MAX);
    let mut sum = capacity.checked_mul(i128::from(table.limit)).map(|capacity| -capacity);
    for class in case.classes.iter().filter(|class| class.count > 0) {
        let least = table.allowed(class).map(|(_, route)| {
            let hops: i128 =
                route.uses.iter().map(|&(link, hops)| i128::from(hops) * i128::from(weights[link])).sum();
            let gains: i128 =
                (0..plus.len()).filter(|&i| route.plus >> i & 1 == 1).map(|i| i128::from(plus[i])).sum();
            hops - gains
        });
        let all = least.min()?.checked_mul(i128::from(class.count));
        sum = sum.zip(all).and_then(|(sum, all)| sum.checked_add(all));
    }
    for (&u, window) in plus.iter().zip(&case.windows) {
        let packets = if u >= 0 { window.least } else { window.most };
        let part = i128::from(u) * i128::from(packets);
        sum = sum.and_then(|sum| sum.checked_add(part));
    }
    Some(sum.unwrap_or(0))
}

/// Solves the fractional problem of a case in which no class is stuck; adds to `work`, and stores hints for
/// subcases of this case.
pub(super) fn relax(table: &RouteTable, case: &mut Case, work: &mut u64) -> Relaxed {
    let mut program = Program::new(table, case);
    let refuted = program.run();
    *work += program.work;
    if let Some(multipliers) = refuted {
        return Relaxed::Refuted(multipliers);
    }
    let shares = program.shares();
    let hints: Vec<(usize, usize)> =
        program.members.iter().map(|member| (member.class, member.routes[member.key])).collect();
    for (class, route) in hints {
        case.hints[class] = route;
    }
    Relaxed::Shares(shares)
}

/// The quantity that a row limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Link(usize),
    Ports,
    AtMost(usize),
    AtLeast(usize),
}

/// A basic variable. The level is θ while θ > 0, then the slack common to all links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variable {
    Slack(usize),
    Level,
    /// A member and the position of a route that is not its key.
    Share(usize, usize),
}

/// A class with packets.
#[derive(Debug)]
struct Member {
    class: usize,
    /// Indices of the allowed routes.
    routes: Vec<usize>,
    /// For every allowed route its entries in all rows.
    entries: Vec<i64>,
    /// Position of the key route.
    key: usize,
}

/// The variable that leaves the basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaving {
    Position(usize),
    Key(usize),
}

/// The current basis, computed afresh from its variables.
struct Basis {
    /// Rows of the inverse, by position in the basis.
    inverse: Vec<Vec<i64>>,
    values: Vec<i64>,
}

struct Program<'a> {
    table: &'a RouteTable,
    case: &'a Case,
    rows: Vec<Row>,
    bounds: Vec<i64>,
    members: Vec<Member>,
    basis: Vec<Variable>,
    /// Whether θ > 0, so that the rows do not hold yet.
    is_infeasible: bool,
    work: u64,
    pivot_work: u64,
}

fn narrow(value: i128) -> Option<i64> {
    i64::try_from(value).ok().filter(|value| value.unsigned_abs() < MAGNITUDE_LIMIT)
}

fn times(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

fn dot(a: &[i64], b: &[i64]) -> Option<i64> {
    narrow(a.iter().zip(b).filter(|(a, _)| **a != 0).map(|(&a, &b)| times(a, b)).sum::<i128>() >> FRAC_BITS)
}

/// a / b.
fn ratio(a: i64, b: i64) -> Option<i64> {
    narrow((i128::from(a) << FRAC_BITS) / i128::from(b))
}

/// n · hops / whole, at most 2¹⁸.
fn fraction(n: u64, hops: u64, whole: u128) -> i64 {
    // n · hops has at most 63 bits, being hops of a task.
    let parts = u128::from(n) * u128::from(hops);
    let most = 1_i64 << (FRAC_BITS + 18);
    i64::try_from((parts << FRAC_BITS) / whole.max(1)).map_or(most, |value| value.min(most))
}

impl<'a> Program<'a> {
    fn new(table: &'a RouteTable, case: &'a Case) -> Self {
        let mut rows: Vec<Row> = (0..table.links).map(Row::Link).chain([Row::Ports]).collect();
        let mut bounds = vec![ONE; rows.len()];
        for (i, (window, &all)) in case.windows.iter().zip(&table.choosing).enumerate() {
            if window.most < all {
                rows.push(Row::AtMost(i));
                bounds.push(fraction(1, window.most, all.into()));
            }
            if window.least > 0 {
                rows.push(Row::AtLeast(i));
                bounds.push(-fraction(1, window.least, all.into()));
            }
        }
        // The bounds are perturbed so that no two are equal, against cycling.
        for (bound, extra) in bounds.iter_mut().zip(1_i64..) {
            *bound += extra * 61;
        }
        let with_packets = case.classes.iter().enumerate().filter(|(_, class)| class.count > 0);
        let members: Vec<Member> = with_packets
            .map(|(index, class)| member(table, &rows, index, class, case.hints[index]))
            .collect();
        let entries: usize = members.iter().map(|member| member.entries.len()).sum();
        let pivot_work = 1 + count_of(entries + rows.len().pow(3) / 2) / 32;
        let basis = (0..rows.len()).map(Variable::Slack).collect();
        Self { table, case, rows, bounds, members, basis, is_infeasible: false, work: 0, pivot_work }
    }

    /// Runs the simplex method; returns multipliers if the case is refuted, otherwise leaves the shares in
    /// the basis.
    fn run(&mut self) -> Option<Multipliers> {
        let residual = self.residual();
        let worst = (0..residual.len()).min_by_key(|&row| (residual[row], row))?;
        if residual[worst] < 0 {
            self.is_infeasible = true;
            self.basis[worst] = Variable::Level;
        }
        let mut polishing = 0;
        for _ in 0..MAX_REFUTATION_PIVOTS {
            if !self.is_infeasible {
                polishing += 1;
                if polishing > MAX_SLACK_PIVOTS {
                    return None;
                }
            }
            self.work += self.pivot_work;
            let basis = self.factor()?;
            let prices = self.dual_prices(&basis);
            let (entering, bound) = self.choose_entering(&prices)?;
            if self.is_infeasible && (bound > ZERO_TOLERANCE || entering.is_none()) {
                self.work += self.pivot_work;
                if let Some(found) = self.integer_multipliers(&prices) {
                    return Some(found);
                }
            }
            self.pivot(&basis, entering?)?;
            self.is_infeasible = self.is_infeasible && self.basis.contains(&Variable::Level);
        }
        None
    }

    /// Returns the bounds less the uses of the key routes.
    fn residual(&self) -> Vec<i64> {
        let mut residual = self.bounds.clone();
        for member in &self.members {
            for (rest, entry) in residual.iter_mut().zip(self.entries(member, member.key)) {
                *rest = rest.saturating_sub(*entry);
            }
        }
        residual
    }

    fn entries<'m>(&self, member: &'m Member, position: usize) -> &'m [i64] {
        let width = self.rows.len();
        &member.entries[position * width..(position + 1) * width]
    }

    /// Returns the column of a variable in the reduced program, from which the keys are eliminated.
    fn column(&self, variable: Variable) -> Vec<i64> {
        match variable {
            Variable::Slack(row) => (0..self.rows.len()).map(|r| if r == row { ONE } else { 0 }).collect(),
            Variable::Level if self.is_infeasible => vec![-ONE; self.rows.len()],
            Variable::Level => self
                .rows
                .iter()
                .map(|row| i64::from(matches!(row, Row::Link(_) | Row::Ports)) * ONE)
                .collect(),
            Variable::Share(index, position) => {
                let member = &self.members[index];
                let key = self.entries(member, member.key);
                self.entries(member, position).iter().zip(key).map(|(entry, key)| entry - key).collect()
            }
        }
    }

    /// Inverts the basis by elimination; `None` if it is too near to singular.
    fn factor(&self) -> Option<Basis> {
        let n = self.rows.len();
        let columns: Vec<Vec<i64>> = self.basis.iter().map(|&variable| self.column(variable)).collect();
        // Each line holds a row of the basis, then a row of the unit matrix, then the right side.
        let mut lines: Vec<Vec<i64>> = (0..n)
            .map(|row| {
                let mut line: Vec<i64> = columns.iter().map(|column| column[row]).collect();
                line.extend((0..n).map(|r| if r == row { ONE } else { 0 }));
                line
            })
            .collect();
        for (line, rest) in lines.iter_mut().zip(self.residual()) {
            line.push(rest);
        }
        for place in 0..n {
            let best = (place..n).max_by_key(|&row| (lines[row][place].abs(), n - row))?;
            if lines[best][place].abs() <= ZERO_TOLERANCE {
                return None;
            }
            lines.swap(place, best);
            let (before, rest) = lines.split_at_mut(place);
            let (line, after) = rest.split_first_mut()?;
            let scale = line[place];
            if scale != ONE {
                for entry in line[place..].iter_mut().filter(|entry| **entry != 0) {
                    *entry = ratio(*entry, scale)?;
                }
            }
            for other in before.iter_mut().chain(after) {
                let factor = other[place];
                if factor == 0 {
                    continue;
                }
                for (entry, &pivot) in other[place..].iter_mut().zip(&line[place..]) {
                    if pivot != 0 {
                        *entry = narrow(i128::from(*entry) - (times(factor, pivot) >> FRAC_BITS))?;
                    }
                }
            }
        }
        let values = lines.iter().map(|line| line[2 * n].max(0)).collect();
        let inverse = lines.into_iter().map(|mut line| line.drain(n..2 * n).collect()).collect();
        Some(Basis { inverse, values })
    }

    /// Returns the dual price of every row; at the optimum no price is negative.
    fn dual_prices(&self, basis: &Basis) -> Vec<i64> {
        let Some(level) = self.basis.iter().position(|&variable| variable == Variable::Level) else {
            return vec![0; self.rows.len()];
        };
        let line = &basis.inverse[level];
        if self.is_infeasible { line.iter().map(|entry| -entry).collect() } else { line.clone() }
    }

    /// Returns the variable that improves the level most, and a lower bound on θ if all prices are at least
    /// 0.
    fn choose_entering(&self, prices: &[i64]) -> Option<(Option<Variable>, i64)> {
        if !self.is_infeasible && !self.basis.contains(&Variable::Level) {
            return Some((Some(Variable::Level), 0));
        }
        let mut best = -ZERO_TOLERANCE;
        let mut entering = None;
        for (row, &price) in prices.iter().enumerate() {
            if price < best {
                (best, entering) = (price, Some(Variable::Slack(row)));
            }
        }
        let mut bound = -dot(prices, &self.bounds)?;
        for (index, member) in self.members.iter().enumerate() {
            let key = dot(prices, self.entries(member, member.key))?;
            let mut least = key;
            for position in (0..member.routes.len()).filter(|&position| position != member.key) {
                let cost = dot(prices, self.entries(member, position))?;
                least = least.min(cost);
                if cost - key < best {
                    (best, entering) = (cost - key, Some(Variable::Share(index, position)));
                }
            }
            bound = bound.checked_add(least)?;
        }
        Some((entering, bound))
    }

    /// Returns integer multipliers near the prices that refute the case exactly.
    fn integer_multipliers(&self, prices: &[i64]) -> Option<Multipliers> {
        let mut links = vec![0_i128; self.table.links];
        let mut ports = 0;
        // Per dimension the price of packets going +, to be divided by their number and multiplied by the
        // limit.
        let mut plus = vec![0_i128; self.table.choosing.len()];
        for (row, &price) in self.rows.iter().zip(prices) {
            let price = i128::from(price.max(0));
            match *row {
                Row::Link(link) => links[link] += price,
                Row::Ports => ports = price / i128::from(self.table.ports),
                Row::AtMost(i) => plus[i] -= price,
                Row::AtLeast(i) => plus[i] += price,
            }
        }
        let half = 1_i128 << (FRAC_BITS - 1);
        MULTIPLIER_FRAC_BITS.into_iter().find_map(|bits| {
            let whole = |value: i128| ((value << bits) + half) >> FRAC_BITS;
            let weights = links.iter().map(|link| u64::try_from(whole(link + ports)).ok());
            let packets = plus.iter().zip(&self.table.choosing).map(|(&price, &all)| {
                let scaled = price.checked_mul(i128::from(self.table.limit))? / i128::from(all.max(1));
                let whole = (scaled.checked_mul(1 << bits)? + half) >> FRAC_BITS;
                i64::try_from(whole).ok()
            });
            let found = Multipliers {
                weights: weights.collect::<Option<_>>()?,
                plus: packets.collect::<Option<_>>()?,
            };
            refutes(self.table, self.case, &found).then_some(found)
        })
    }

    /// Brings a variable into the basis; the variable that reaches 0 first leaves. Returns `None` if none
    /// does.
    fn pivot(&mut self, basis: &Basis, entering: Variable) -> Option<()> {
        let column = self.column(entering);
        let direction: Vec<i64> =
            basis.inverse.iter().map(|line| dot(line, &column)).collect::<Option<_>>()?;
        // The share of a key is 1 less the other shares of its class.
        let mut keys: Vec<(i64, i64)> = vec![(ONE, 0); self.members.len()];
        for (position, variable) in self.basis.iter().enumerate() {
            if let Variable::Share(index, _) = variable {
                keys[*index].0 -= basis.values[position];
                keys[*index].1 -= direction[position];
            }
        }
        if let Variable::Share(index, _) = entering {
            keys[index].1 += ONE;
        }
        let mut best: Option<(i64, i64, Leaving)> = None;
        let mut offer = |value: i64, speed: i64, leaving: Leaving| -> Option<()> {
            if speed > ZERO_TOLERANCE {
                let at = ratio(value.max(0), speed)?;
                if best.is_none_or(|(first, fastest, _)| (at, -speed) < (first, -fastest)) {
                    best = Some((at, speed, leaving));
                }
            }
            Some(())
        };
        for (position, &speed) in direction.iter().enumerate() {
            offer(basis.values[position], speed, Leaving::Position(position))?;
        }
        for (index, &(value, speed)) in keys.iter().enumerate() {
            offer(value, speed, Leaving::Key(index))?;
        }
        self.replace(entering, best?.2);
        Some(())
    }

    fn replace(&mut self, entering: Variable, leaving: Leaving) {
        let index = match leaving {
            Leaving::Position(position) => {
                self.basis[position] = entering;
                return;
            }
            Leaving::Key(index) => index,
        };
        let other =
            self.basis.iter().position(|variable| matches!(variable, Variable::Share(i, _) if *i == index));
        match (other, entering) {
            (Some(position), _) => {
                if let Variable::Share(_, route) = self.basis[position] {
                    self.members[index].key = route;
                }
                self.basis[position] = entering;
            }
            (None, Variable::Share(_, route)) => self.members[index].key = route,
            (None, _) => {}
        }
    }

    /// Returns the positive shares of all classes, from the last basis.
    fn shares(&self) -> Vec<Vec<(usize, i64)>> {
        let mut shares: Vec<Vec<(usize, i64)>> = vec![Vec::new(); self.case.classes.len()];
        let mut left: Vec<i64> = vec![ONE; self.members.len()];
        let values = self.factor().map_or_else(|| vec![0; self.rows.len()], |basis| basis.values);
        for (variable, value) in self.basis.iter().zip(values) {
            if let Variable::Share(index, position) = *variable {
                let member = &self.members[index];
                let share = value.min(left[index]);
                if share > ZERO_TOLERANCE {
                    left[index] -= share;
                    shares[member.class].push((member.routes[position], share));
                }
            }
        }
        for (member, left) in self.members.iter().zip(left) {
            if left > ZERO_TOLERANCE {
                shares[member.class].push((member.routes[member.key], left));
            }
        }
        shares
    }
}

fn member(table: &RouteTable, rows: &[Row], index: usize, class: &Class, hint: usize) -> Member {
    let all = &table.routes[class.offset];
    let routes: Vec<usize> = table.allowed(class).map(|(route, _)| route).collect();
    let limit = u128::from(table.limit);
    let mut entries = Vec::with_capacity(routes.len() * rows.len());
    for &route in &routes {
        let route = &all[route];
        entries.extend(rows.iter().map(|row| match *row {
            Row::Link(link) => {
                let used = route.uses.iter().find(|used| used.0 == link);
                used.map_or(0, |&(_, hops)| fraction(class.count, hops, limit))
            }
            Row::Ports => fraction(class.count, route.hops, limit * u128::from(table.ports)),
            Row::AtMost(i) | Row::AtLeast(i) if route.plus >> i & 1 == 0 => 0,
            Row::AtMost(i) => fraction(1, class.count, table.choosing[i].into()),
            Row::AtLeast(i) => -fraction(1, class.count, table.choosing[i].into()),
        }));
    }
    // Start with the hint, or with the allowed route that differs least from it.
    let wanted = all.get(hint).map_or(0, |route| route.minus);
    let key = (0..routes.len())
        .min_by_key(|&position| {
            let route = &all[routes[position]];
            ((route.minus ^ wanted).count_ones(), route.hops)
        })
        .unwrap_or_default();
    Member { class: index, routes, entries, key }
}
