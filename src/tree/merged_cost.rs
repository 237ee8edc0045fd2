//! What P5 §4.2 prints for packets that hold the messages of several destinations, and the packet size of
//! least time among the schedules that are made.

use super::cost::rational;
use super::{
    CostModel, CubeTree, CubeTreeError, Logarithmic, MergedScatter, PersonalTree, Radical, Rule,
    best_merged_scatter,
};
use num_rational::BigRational;
use num_traits::One;

/// What P5 prints for one tree and rule and packets of at most B > M elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedFormula {
    /// Start-ups one after the other.
    pub startups: Logarithmic,
    /// The time.
    pub time: Logarithmic,
}

impl PersonalTree {
    /// Returns the start-ups and the time that P5 §4.2 prints for packets of at most B elements, `M < B`, in
    /// the n-cube; n from 1 to 62.
    ///
    /// | tree, ports | up to | start-ups | time |
    /// |---|---|---|---|
    /// | SBT, one | B = NM/2 | NM/B + log₂⌈B/M⌉ − 1 | that · τ + (N − 1)M·`t_c` |
    /// | BST, one | B = NM/n | (N − 1)M/B | that · τ + (N − 1)M·`t_c` |
    /// | BST, all | any B | Σᵢ ⌈eᵢ/B⌉, eᵢ = C(n, i)·M/n | Σᵢ ⌈eᵢ/B⌉·(τ + min(B, eᵢ)·`t_c`) |
    ///
    /// Beyond those B, and from [`PersonalTree::printed_enough`] on, it is Table 6. None where P5 prints
    /// nothing for that B.
    #[must_use]
    pub fn printed_merged(
        self,
        rule: Rule,
        dimension: u32,
        model: &CostModel,
        packet: u64,
    ) -> Option<MergedFormula> {
        let (nodes, n) = (rational(1 << dimension), rational(dimension.into()));
        let message = rational(model.elements());
        let size = rational(packet);
        let others = (&nodes - BigRational::one()) * &message * model.transfer();
        let half = &nodes * &message / rational(2);
        match (self, rule) {
            (Self::Sbt, Rule::HalfDuplex | Rule::One) if size <= half => {
                let rest = &nodes * &message / &size - BigRational::one();
                let startups = Logarithmic::new(rest, BigRational::one(), packet.div_ceil(model.elements()));
                let time = startups.scaled(model.startup(), &others);
                return Some(MergedFormula { startups, time });
            }
            (Self::Bst, Rule::HalfDuplex | Rule::One) if size < &nodes * &message / &n => {
                let startups: Logarithmic = ((&nodes - BigRational::one()) * &message / &size).into();
                let time = startups.scaled(model.startup(), &others);
                return Some(MergedFormula { startups, time });
            }
            (Self::Bst, Rule::All) => {
                let amounts = (1..=dimension).map(|level| binomial(dimension, level) * &message / &n);
                let zero = || rational(0);
                let (mut startups, mut time) = (zero(), zero());
                for amount in amounts {
                    let packets = (&amount / &size).ceil();
                    time += &packets * (model.startup() + amount.min(size.clone()) * model.transfer());
                    startups += packets;
                }
                return Some(MergedFormula { startups: startups.into(), time: time.into() });
            }
            _ => {}
        }
        let is_enough = match self.printed_enough(rule, dimension, model) {
            Some(enough) => Radical::from(size) >= enough,
            // The largest message into a subtree of the two-rooted tree is that for the second root.
            None => size >= half,
        };
        is_enough.then(|| {
            let formula = self.printed_unbounded(rule, dimension);
            let startups: Logarithmic = rational(formula.startups).into();
            MergedFormula { startups, time: model.unbounded(&formula) }
        })
    }

    /// Returns the packet size from which on P5 says that Table 6 holds; none for TCBT, of which it says
    /// nothing.
    ///
    /// SBT: NM/2 with one port, `C(n - 1, ⌊(n - 1)/2⌋)·M` with all; BST: NM/n with one port, NM/√n³ with all.
    /// The binomial coefficient is garbled in the print: it is what `≈ NM/√(2π(n - 1))` beside it stands for.
    #[must_use]
    pub fn printed_enough(self, rule: Rule, dimension: u32, model: &CostModel) -> Option<Radical> {
        let (nodes, n) = (rational(1 << dimension), rational(dimension.into()));
        let message = rational(model.elements());
        match (self, rule) {
            (Self::Tcbt, _) => None,
            (Self::Sbt, Rule::All) => Some((binomial(dimension - 1, (dimension - 1) / 2) * message).into()),
            (Self::Sbt, _) => Some((nodes * message / rational(2)).into()),
            (Self::Bst, Rule::All) => {
                let square = (&nodes * &message) * (&nodes * &message) / (&n * &n * &n);
                Some(Radical::new(rational(0), square))
            }
            (Self::Bst, _) => Some((nodes * message / n).into()),
        }
    }
}

/// Returns the binomial coefficient.
fn binomial(n: u32, k: u32) -> BigRational {
    (0..k)
        .fold(BigRational::one(), |product, i| product * rational((n - i).into()) / rational((i + 1).into()))
}

/// The packet size of least time among the schedules of [`best_merged_scatter`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergedLeast {
    /// Most messages in a packet, b; B = b·M.
    pub capacity: u64,
    /// The time.
    pub time: BigRational,
    /// The schedule.
    pub schedule: MergedScatter,
}

/// Tries every b from one message in a packet to all of the largest subtree, and returns the least of least
/// time.
///
/// Larger packets change nothing, since no packet has more than one subtree's messages.
///
/// # Errors
/// [`CubeTreeError`] as [`best_merged_scatter`].
///
/// # Complexity
/// That of [`best_merged_scatter`] for every b.
pub fn least_merged(tree: &CubeTree, rule: Rule, model: &CostModel) -> Result<MergedLeast, CubeTreeError> {
    let message = rational(model.elements()) * model.transfer();
    let of = |capacity| {
        let schedule = best_merged_scatter(tree, capacity, rule, model.startup(), &message)?;
        let replayed = schedule.replay().expect("a schedule that this module makes is proper");
        Ok(MergedLeast { capacity, time: replayed.at(model.startup(), &message), schedule })
    };
    let mut least = of(1)?;
    for capacity in 2..=tree.subtrees().into_iter().max().unwrap_or(1) {
        let found = of(capacity)?;
        if found.time < least.time {
            least = found;
        }
    }
    Ok(least)
}
