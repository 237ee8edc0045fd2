//! P5's cost model in exact arithmetic: M elements, packets of at most B of them, τ to start a packet and
//! `t_c` for each element.

use super::{Logarithmic, Radical, TreeKind};
use crate::model::PortRule;
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{Signed, ToPrimitive, Zero};
use thiserror::Error;

/// One of P5's three rules of communication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// One send or one receive.
    HalfDuplex,
    /// One send and one receive.
    One,
    /// All ports.
    All,
}

impl Rule {
    /// All three, the most restricted first.
    pub const EVERY: [Self; 3] = [Self::HalfDuplex, Self::One, Self::All];

    /// Returns the rule in the n-cube.
    #[must_use]
    pub fn ports(self, dimension: u32) -> PortRule {
        match self {
            Self::HalfDuplex => PortRule::HalfDuplex,
            Self::One => PortRule::FullDuplex(1),
            Self::All => PortRule::FullDuplex(dimension),
        }
    }

    /// Its word in documents.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::HalfDuplex => "one-half-duplex",
            Self::One => "one",
            Self::All => "all",
        }
    }
}

/// A number of routing steps for c packets: a·⌈c/q⌉ + b.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps {
    /// The factor a, at least 0.
    pub per_packet: Ratio<u64>,
    /// The divisor q, at least 1: over how many trees the packets are spread.
    pub split: u64,
    /// The summand b.
    pub offset: i64,
}

impl Steps {
    fn new(per_packet: u64, split: u64, offset: i64) -> Self {
        Self { per_packet: Ratio::from_integer(per_packet), split, offset }
    }

    /// The number of steps for c packets; a fraction only where P5 prints one.
    #[must_use]
    pub fn at(&self, packets: u64) -> BigRational {
        let rounds = rational(packets.div_ceil(self.split));
        rounds * self.slope() + BigRational::from_integer(self.offset.into())
    }

    fn slope(&self) -> BigRational {
        BigRational::new((*self.per_packet.numer()).into(), (*self.per_packet.denom()).into())
    }
}

/// The graph along which a broadcast runs (P5 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BroadcastGraph {
    /// Hamiltonian path.
    Path,
    /// Spanning binomial tree.
    Sbt,
    /// Two-rooted complete binary tree.
    Tcbt,
    /// Multiple spanning binomial trees, all n of them.
    Msbt,
}

impl BroadcastGraph {
    /// All four.
    pub const EVERY: [Self; 4] = [Self::Path, Self::Sbt, Self::Tcbt, Self::Msbt];

    /// Returns the tree; for the multiple spanning binomial trees the first.
    #[must_use]
    pub fn tree(self) -> TreeKind {
        match self {
            Self::Path => TreeKind::Path,
            Self::Sbt => TreeKind::Sbt,
            Self::Tcbt => TreeKind::Tcbt,
            Self::Msbt => TreeKind::Msbt { index: 0 },
        }
    }

    /// The routing steps that P5 Table 3 prints for the n-cube, with c = ⌈M/B⌉; n from 1 to 62.
    ///
    /// None for the Hamiltonian path with all ports, which the table leaves out.
    #[must_use]
    pub fn printed(self, rule: Rule, dimension: u32) -> Option<Steps> {
        ((self, rule) != (Self::Path, Rule::All)).then(|| self.table_3(rule, dimension))
    }

    /// P5 Table 3. It leaves out the Hamiltonian path with all ports, where a node has one neighbour to send
    /// to and one to receive from: its steps are those with one port.
    fn table_3(self, rule: Rule, dimension: u32) -> Steps {
        let (n, long) = (u64::from(dimension), i64::from(dimension));
        match (self, rule) {
            (Self::Path, Rule::HalfDuplex) => Steps::new(2, 1, (1 << dimension) - 3),
            (Self::Path, Rule::One | Rule::All) => Steps::new(1, 1, (1 << dimension) - 3),
            (Self::Sbt, Rule::HalfDuplex | Rule::One) => Steps::new(n, 1, 0),
            (Self::Sbt | Self::Tcbt, Rule::All) => Steps::new(1, 1, long - 1),
            (Self::Tcbt, Rule::HalfDuplex) => Steps::new(3, 1, 2 * long - 5),
            (Self::Tcbt, Rule::One) => Steps::new(2, 1, 2 * (long - 2)),
            (Self::Msbt, Rule::HalfDuplex) => Steps::new(2, 1, long - 1),
            (Self::Msbt, Rule::One) => Steps::new(1, 1, long),
            (Self::Msbt, Rule::All) => Steps::new(1, n, long),
        }
    }

    /// The slots that the schedules of [`super::tree_broadcast`] and [`super::msbt_broadcast`] take for c
    /// packets; n from 1 to 62.
    ///
    /// They are those of Table 3 except on the Hamiltonian path with one send and one receive, where the
    /// first packet alone needs the N - 1 slots of Table 1 and the formula of Table 3 is a slot short; on the
    /// 1-cube, where every tree is one edge and c slots suffice; and on the 2-cube for TCBT with one send or
    /// one receive, where no node has three neighbours in the tree.
    #[must_use]
    pub fn attained(self, rule: Rule, dimension: u32) -> Steps {
        if dimension == 1 {
            return Steps::new(1, 1, 0);
        }
        match (self, rule) {
            (Self::Path, Rule::One | Rule::All) => Steps::new(1, 1, (1 << dimension) - 2),
            (Self::Tcbt, Rule::HalfDuplex) if dimension == 2 => Steps::new(2, 1, 0),
            _ => self.table_3(rule, dimension),
        }
    }
}

/// The tree along which personalised communication runs (P5 §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonalTree {
    /// Spanning binomial tree.
    Sbt,
    /// Two-rooted complete binary tree.
    Tcbt,
    /// Balanced spanning tree.
    Bst,
}

impl PersonalTree {
    /// All three.
    pub const EVERY: [Self; 3] = [Self::Sbt, Self::Tcbt, Self::Bst];

    /// The tree.
    #[must_use]
    pub fn tree(self) -> TreeKind {
        match self {
            Self::Sbt => TreeKind::Sbt,
            Self::Tcbt => TreeKind::Tcbt,
            Self::Bst => TreeKind::Bst,
        }
    }

    /// The routing steps that P5 §4.2 prints, as approximate, for packets of B ≤ M elements in the n-cube,
    /// with c = M/B; n from 1 to 62.
    #[must_use]
    pub fn printed(self, rule: Rule, dimension: u32) -> Option<Steps> {
        let others = (1 << dimension) - 1;
        match (self, rule) {
            (Self::Sbt, Rule::HalfDuplex | Rule::One) => Some(Steps::new(others + 1, 1, -1)),
            (Self::Bst, Rule::HalfDuplex | Rule::One) => Some(Steps::new(others, 1, 0)),
            (Self::Bst, Rule::All) => {
                Some(Steps { per_packet: Ratio::new(others, dimension.into()), split: 1, offset: 0 })
            }
            (Self::Tcbt, _) | (Self::Sbt, Rule::All) => None,
        }
    }

    /// Returns the time that P5 Table 6 prints for packets of any size, B > M too, as multiples of M·`t_c`
    /// and of τ.
    ///
    /// It is an upper bound for TCBT and BST with one port, and approximate for BST with all ports. n is from
    /// 1 to 62.
    #[must_use]
    pub fn printed_unbounded(self, rule: Rule, dimension: u32) -> Unbounded {
        let nodes = rational(1 << dimension);
        let n = rational(dimension.into());
        let twice = |x: &BigRational| x + x;
        let one = rational(1);
        let twofold = 2 * u64::from(dimension) - 2;
        let (transfers, startups) = match (self, rule) {
            (Self::Sbt, Rule::HalfDuplex | Rule::One) => (nodes - one, dimension.into()),
            (Self::Sbt, Rule::All) => (nodes / rational(2), dimension.into()),
            (Self::Tcbt, Rule::HalfDuplex | Rule::One) => (twice(&(nodes - n)) - one, twofold),
            (Self::Tcbt, Rule::All) => (nodes * rational(3) / rational(2) - one, dimension.into()),
            (Self::Bst, Rule::All) => ((nodes - one) / n, dimension.into()),
            (Self::Bst, _) => {
                let factor = twice(&nodes) / n;
                let transfers = Logarithmic::new(nodes, factor, dimension.into());
                return Unbounded { transfers, startups: twofold };
            }
        };
        Unbounded { transfers: transfers.into(), startups }
    }

    /// The slots that the schedules of [`super::personalized`] take for c packets of every destination in the
    /// n-cube; n from 1 to 62.
    ///
    /// A packet of every destination takes N - 1 slots with one port, which the root needs in any schedule,
    /// and with all ports as many as the largest subtree has nodes.
    #[must_use]
    pub fn attained(self, rule: Rule, dimension: u32) -> Steps {
        let per_packet = match (self, rule) {
            (_, Rule::HalfDuplex | Rule::One) => (1 << dimension) - 1,
            (Self::Sbt | Self::Tcbt, Rule::All) => 1 << (dimension - 1),
            (Self::Bst, Rule::All) => super::spanning::bst::subtrees(dimension)[0],
        };
        Steps::new(per_packet, 1, 0)
    }
}

/// A time for packets of any size: `transfers`·M·`t_c` + `startups`·τ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unbounded {
    /// How many times M elements are transferred one after the other.
    pub transfers: Logarithmic,
    /// How many packets are started one after the other.
    pub startups: u64,
}

/// The reason why there is no such cost model.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CostError {
    /// Nothing to send, or too much for the search for the best packet size.
    #[error("M = {found}, expected an integer from 1 to {most}")]
    Elements {
        /// The number of elements.
        found: u64,
        /// The limit.
        most: u64,
    },
    /// A time is negative.
    #[error("{name} = {found}, expected at least 0")]
    Negative {
        /// Which time, τ or `t_c`.
        name: &'static str,
        /// The value.
        found: BigRational,
    },
}

/// The best packet size of a formula with ⌈M/B⌉ read as M/B, and the time that it gives: P5's `B_opt` and
/// `T_min`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeastTime {
    /// The packet size; it need be no integer, nor lie between 1 and M.
    pub packet: Radical,
    /// The time.
    pub time: Radical,
}

/// The least time with a whole number of elements in a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedTime {
    /// Elements in a packet, B, from 1 to M; the least of the best.
    pub packet: u64,
    /// Steps that the packets take.
    pub steps: BigRational,
    /// The time, steps × (`τ + B·t_c`).
    pub time: BigRational,
}

/// M elements for every receiver, τ, and `t_c` (P5 §2).
///
/// # Examples
/// ```
/// use isotask::tree::{BroadcastGraph, CostModel, Rule};
/// use num_rational::BigRational;
/// let number = |top: i64, bottom: i64| BigRational::new(top.into(), bottom.into());
/// let model = CostModel::new(100, number(5, 1), number(1, 2))?;
/// let steps = BroadcastGraph::Msbt.attained(Rule::One, 6);
/// // (⌈100/B⌉ + 6)·(5 + B/2); B_opt = √(100·5 / (6/2)), T_min = (√50 + √30)² = 80 + 2√1500.
/// let least = model.least(&steps);
/// assert_eq!((least.packet.to_string(), least.time.to_string()), ("√(500/3)".into(), "80 + √6000".into()));
/// let best = model.best_packet(&steps);
/// assert_eq!((best.packet, best.time), (10, number(160, 1)));
/// # Ok::<(), isotask::tree::CostError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostModel {
    elements: u64,
    startup: BigRational,
    transfer: BigRational,
}

/// Most elements of a cost model.
const MAX_ELEMENTS: u64 = 1 << 32;

pub(super) fn rational(number: u64) -> BigRational {
    BigRational::from_integer(number.into())
}

impl CostModel {
    /// The model of M `elements`, the time τ to start a packet and the time `t_c` to transfer an element.
    ///
    /// # Errors
    /// [`CostError`] if M is not within 1 to 2⁴⁰, or a time is negative.
    pub fn new(elements: u64, startup: BigRational, transfer: BigRational) -> Result<Self, CostError> {
        if !(1..=MAX_ELEMENTS).contains(&elements) {
            return Err(CostError::Elements { found: elements, most: MAX_ELEMENTS });
        }
        for (name, value) in [("τ", &startup), ("t_c", &transfer)] {
            if value.is_negative() {
                return Err(CostError::Negative { name, found: value.clone() });
            }
        }
        Ok(Self { elements, startup, transfer })
    }

    /// Elements for every receiver, M.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.elements
    }

    /// The time to start a packet, τ.
    #[must_use]
    pub fn startup(&self) -> &BigRational {
        &self.startup
    }

    /// The time to transfer an element, `t_c`.
    #[must_use]
    pub fn transfer(&self) -> &BigRational {
        &self.transfer
    }

    /// The time of a step with packets of B elements, `τ + B·t_c`.
    #[must_use]
    pub fn step(&self, packet: u64) -> BigRational {
        &self.startup + rational(packet) * &self.transfer
    }

    /// The time with packets of B elements: the steps of ⌈M/B⌉ packets, each `τ + B·t_c`.
    ///
    /// # Panics
    /// If `packet` is 0.
    #[must_use]
    pub fn time(&self, steps: &Steps, packet: u64) -> BigRational {
        steps.at(self.elements.div_ceil(packet)) * self.step(packet)
    }

    /// `(a·M/(q·B) + b)·(τ + B·t_c)` for a real B, which bounds the time from below.
    fn relaxed(&self, steps: &Steps, packet: u64) -> BigRational {
        let rounds = BigRational::new(self.elements.into(), BigInt::from(steps.split) * packet);
        let count = rounds * steps.slope() + BigRational::from_integer(steps.offset.into());
        count * self.step(packet)
    }

    /// The time of a formula for packets of any size.
    #[must_use]
    pub fn unbounded(&self, formula: &Unbounded) -> Logarithmic {
        let transfer = rational(self.elements) * &self.transfer;
        formula.transfers.scaled(&transfer, &(rational(formula.startups) * &self.startup))
    }

    /// The best packet size and the least time of a formula with ⌈M/(qB)⌉ read as M/(qB), as P5 prints them:
    /// `B_opt = √(aMτ / (q·b·t_c))` and `T_min = (√(aM·t_c/q) + √(bτ))²`, the infimum where τ = 0; B = M if b
    /// ≤ 0 or `t_c` = 0, when larger packets are always better.
    #[must_use]
    pub fn least(&self, steps: &Steps) -> LeastTime {
        if steps.offset <= 0 || self.transfer.is_zero() {
            let time = self.time(steps, self.elements).into();
            return LeastTime { packet: rational(self.elements).into(), time };
        }
        let offset = BigRational::from_integer(steps.offset.into());
        let transfers = rational(self.elements) * steps.slope() / rational(steps.split);
        let packet = &transfers * &self.startup / (&offset * &self.transfer);
        let (sent, started) = (transfers * &self.transfer, offset * &self.startup);
        let four = BigRational::from_integer(4.into());
        LeastTime {
            packet: Radical::new(BigRational::zero(), packet),
            time: Radical::new(&sent + &started, four * sent * started),
        }
    }

    /// The whole packet size B, 1 ≤ B ≤ M, of least time; the least such B.
    ///
    /// For a number of rounds v only the least B with ⌈M/(qB)⌉ = v matters. From the real optimum these are
    /// tried upwards and downwards, each way until the relaxed time, which is convex and nowhere greater than
    /// the time, exceeds the best one found.
    ///
    /// # Complexity
    /// O(√(M/q)) rational operations at worst, mostly far less.
    #[must_use]
    pub fn best_packet(&self, steps: &Steps) -> PackedTime {
        let timed = |packet: u64| PackedTime {
            packet,
            steps: steps.at(self.elements.div_ceil(packet)),
            time: self.time(steps, packet),
        };
        if self.startup.is_zero() && steps.offset >= 0 {
            // ⌈M/(q·B)⌉ · B is at least ⌈M/q⌉, so larger packets are never better.
            return timed(1);
        }
        let largest = self.elements.div_ceil(steps.split);
        let rounds = |packet: u64| divided(self.elements, steps.split, packet);
        let least_of = |rounds: u64| divided(self.elements, steps.split, rounds);
        let least = self.least(steps).packet;
        let whole = if least.radicand().is_zero() {
            least.rational().floor().to_integer()
        } else {
            least.radicand().floor().to_integer().sqrt()
        };
        let start = least_of(rounds(whole.to_u64().unwrap_or(largest).clamp(1, largest)));
        let mut best = (self.time(steps, start), start);
        let mut upwards = start;
        while upwards < largest {
            upwards = least_of(rounds(upwards) - 1);
            if self.relaxed(steps, upwards) > best.0 {
                break;
            }
            best = best.min((self.time(steps, upwards), upwards));
        }
        let mut downwards = start;
        while downwards > 1 {
            downwards = least_of(rounds(downwards - 1));
            if self.relaxed(steps, downwards) > best.0 {
                break;
            }
            best = best.min((self.time(steps, downwards), downwards));
        }
        timed(best.1)
    }
}

/// Returns ⌈M/(q·x)⌉.
fn divided(elements: u64, split: u64, x: u64) -> u64 {
    elements.div_ceil(split).div_ceil(x)
}
