//! Choice of words: a way home for every packet, so that no link is used more often than it should be.

use super::walk::Walk;
use crate::graph::{Arc, Random, dijkstra};
use crate::model::{count_of, wide};

/// A word for every packet.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    /// The links of every packet's word.
    pub(super) words: Vec<Vec<u32>>,
    /// How often each link is used.
    pub(super) loads: Vec<u64>,
}

/// On graphs with at most this many moves the cheapest words are looked up afresh after every fruitless
/// attempt.
const MAX_MOVES_FOR_FRESH_LOOKUPS: usize = 1 << 12;
/// On larger graphs they are looked up after this many fruitless attempts in a row.
const FRUITLESS_ATTEMPTS_PER_LOOKUP: usize = 64;
/// Fruitless attempts in a row after which a plan is left as it is.
const MAX_FRUITLESS_ATTEMPTS: usize = 1000;
/// Words tried at random for every packet, and most for all packets, but at least some for each.
const ANNEALING_STEPS_PER_PACKET: usize = 128;
const MAX_ANNEALING_STEPS: usize = 1 << 17;
const MIN_ANNEALING_STEPS_PER_PACKET: usize = 8;

impl Plan {
    /// Looks for words such that no link is used more than `max_load` times. Each packet in turn takes, of
    /// the tight moves, the one whose link is least used so far, with `heavy_first` among the heaviest. Links
    /// that are still used too often are relieved by annealing, by prices, and by annealing again.
    ///
    /// # Complexity
    /// O(σ · m) for the start, and the time of [`Plan::anneal`] and [`Plan::follow_prices`] if that is not
    /// good enough.
    pub(super) fn balanced(
        walk: &Walk,
        max_load: u64,
        heavy_first: bool,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let mut plan = Self::greedy(walk, heavy_first, random);
        plan.anneal(walk, max_load, false, random, stop);
        plan.follow_prices(walk, max_load, random, stop);
        // Detours open ways that shortest words close, but mostly they are in the way: half of the plans, by
        // chance, go without.
        let straying = random.bits(1) == 0;
        plan.anneal(walk, max_load, straying, random, stop);
        plan
    }

    /// Gives packets that use a link too often the words that cost least, by all moves there are, a link
    /// costing more the more it is used beyond `max_load`.
    ///
    /// # Complexity
    /// O(n · m · log n) for every look-up of cheapest words.
    fn follow_prices(&mut self, walk: &Walk, max_load: u64, random: &mut Random, stop: &dyn Fn() -> bool) {
        let is_small = walk.nodes * walk.degree() <= MAX_MOVES_FOR_FRESH_LOOKUPS;
        let patience_per_lookup = if is_small { 1 } else { FRUITLESS_ATTEMPTS_PER_LOOKUP };
        let mut fruitless = 0;
        while fruitless < MAX_FRUITLESS_ATTEMPTS {
            let over: Vec<usize> = (0..walk.links).filter(|&g| self.loads[g] > max_load).collect();
            if over.is_empty() || stop() {
                break;
            }
            let cheapest = self.cheapest(walk, max_load, random);
            let mut attempts_left = patience_per_lookup;
            while attempts_left > 0 && fruitless < MAX_FRUITLESS_ATTEMPTS {
                let before = self.excess(max_load);
                self.reroute(walk, over[random.below(over.len())], &cheapest, max_load, random);
                if self.excess(max_load) < before {
                    (attempts_left, fruitless) = (patience_per_lookup, 0);
                } else {
                    (attempts_left, fruitless) = (attempts_left - 1, fruitless + 1);
                }
            }
        }
    }

    /// Lets random packets take random tight moves from some place of their words on; what adds to the excess
    /// is accepted too, the more it adds the more rarely (Metropolis et al. 1953). Ends with the best plan
    /// met. When `straying`, some of the new parts begin with a move that need not be tight.
    ///
    /// # Complexity
    /// O(D · m) for each of the words of length up to D tried, 128 for each packet up to 2¹⁷ in all, but at
    /// least 8 for each.
    fn anneal(
        &mut self,
        walk: &Walk,
        max_load: u64,
        straying: bool,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) {
        let mut excess = self.excess(max_load);
        // The changes since the best plan.
        let mut best_excess = excess;
        let mut changes = Vec::new();
        let packets = self.words.len();
        let steps = MAX_ANNEALING_STEPS
            .min(ANNEALING_STEPS_PER_PACKET * packets)
            .max(MIN_ANNEALING_STEPS_PER_PACKET * packets);
        for step in 0..steps {
            if excess == 0 || step % 1024 == 0 && stop() {
                break;
            }
            let packet = random.below(self.words.len());
            let word = &self.words[packet];
            let mut new = word[..random.below(word.len())].to_vec();
            let mut v = new.iter().fold(wide(walk.starts[packet]), |v, &g| walk.to(v, wide(g)));
            let mut astray = straying && random.bits(3) == 0;
            while v != 0 {
                let g = if astray { walk.some_move(v, random) } else { walk.some_tight(v, random) };
                astray = false;
                new.push(narrow(g));
                v = walk.to(v, g);
            }
            let old = self.exchange(packet, new);
            let now = self.excess(max_load);
            let worse = u32::try_from(now.saturating_sub(excess)).unwrap_or(u32::MAX);
            if worse == 0 || worse < 8 && random.bits(2 * worse) == 0 {
                excess = now;
                changes.push((packet, old));
                if excess < best_excess {
                    best_excess = excess;
                    changes.clear();
                }
            } else {
                self.exchange(packet, old);
            }
        }
        for (packet, word) in changes.into_iter().rev() {
            self.exchange(packet, word);
        }
    }

    fn greedy(walk: &Walk, heavy_first: bool, random: &mut Random) -> Self {
        let mut words = vec![Vec::new(); walk.starts.len()];
        let mut loads = vec![0_u64; walk.links];
        let lightness = |g: usize| if heavy_first { u64::MAX - walk.weights[g] } else { 0 };
        let mut waiting = vec![Vec::new(); walk.nodes];
        for (packet, &start) in walk.starts.iter().enumerate() {
            waiting[wide(start)].push(packet);
        }
        for v in walk.order.iter().skip(1).rev().map(|&v| wide(v)) {
            let tight: Vec<usize> = walk.tight(v).collect();
            for packet in std::mem::take(&mut waiting[v]) {
                let least = tight.iter().copied().min_by_key(|&g| (lightness(g), loads[g], random.bits(8)));
                let g = least.expect("every residual but node 0 has a tight move");
                words[packet].push(narrow(g));
                loads[g] += 1;
                waiting[walk.to(v, g)].push(packet);
            }
        }
        Self { words, loads }
    }

    /// Σ over the links of the square of what exceeds `max_load`.
    fn excess(&self, max_load: u64) -> u128 {
        self.loads.iter().map(|&load| u128::from(load.saturating_sub(max_load)).pow(2)).sum()
    }

    /// For every residual the link that begins the cheapest word home.
    fn cheapest(&self, walk: &Walk, max_load: u64, random: &mut Random) -> Vec<u32> {
        // The price is what one more use adds to the excess; hops and chance break ties.
        let price = |&load: &u64| {
            (2 * (load + 1).saturating_sub(max_load)).saturating_sub(u64::from(load >= max_load))
        };
        let prices: Vec<u64> = self
            .loads
            .iter()
            .map(|load| price(load) * (2048 + random.bits(12)) + 64 + random.bits(7))
            .collect();
        let arcs = |v: u32| {
            let arc = |(machine, from)| Arc { to: from, cost: prices[wide(machine)], name: machine };
            walk.leading_to(wide(v)).map(arc)
        };
        // Home itself has no way; its entry is not used.
        dijkstra(walk.nodes, 0, arcs).last.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// Takes one packet that uses the link and lets it end on the cheapest course from some place before that
    /// use, if that does not add to the excess.
    fn reroute(&mut self, walk: &Walk, link: usize, cheapest: &[u32], max_load: u64, random: &mut Random) {
        let before = self.excess(max_load);
        if self.loads[link] <= max_load {
            return;
        }
        let first = random.below(self.words.len());
        let link = narrow(link);
        let uses = |&packet: &usize| self.words[packet].contains(&link);
        let packet =
            (first..self.words.len()).chain(0..first).find(uses).expect("a link in use is in a word");
        let word = &self.words[packet];
        let place = word.iter().position(|&g| g == link).expect("the word has the link");
        let mut new = word[..random.below(place + 1)].to_vec();
        let mut v = new.iter().fold(wide(walk.starts[packet]), |v, &g| walk.to(v, wide(g)));
        while v != 0 {
            new.push(cheapest[v]);
            v = walk.to(v, wide(cheapest[v]));
        }
        let old = self.exchange(packet, new);
        if self.excess(max_load) > before {
            self.exchange(packet, old);
        }
    }

    fn exchange(&mut self, packet: usize, new: Vec<u32>) -> Vec<u32> {
        let old = std::mem::replace(&mut self.words[packet], new);
        for &g in &old {
            self.loads[wide(g)] -= 1;
        }
        for &g in &self.words[packet] {
            self.loads[wide(g)] += 1;
        }
        old
    }

    /// The greatest of the loads and, over all classes, of ⌈sends / ports⌉ and ⌈receives / ports⌉.
    pub(super) fn least_slots(&self, walk: &Walk, ports: usize) -> u64 {
        let greatest = self.loads.iter().max().copied().unwrap_or(0);
        let (mut sends, mut receives) = (vec![0; walk.classes()], vec![0; walk.classes()]);
        for (g, load) in self.loads.iter().enumerate() {
            let (from, to) = walk.ends(g);
            sends[from] += load;
            receives[to] += load;
        }
        let busiest = sends.into_iter().chain(receives).max().unwrap_or(0);
        greatest.max(busiest.div_ceil(count_of(ports)))
    }
}

fn narrow(link: usize) -> u32 {
    u32::try_from(link).expect("links and residuals are below 2^32")
}
