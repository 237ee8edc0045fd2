//! The attributes of links: which of them is the capacity, and which are left out.

use super::fault::GraphFault;
use super::gathered::Links;
use crate::grammar::packet::Rate;
use crate::grammar::shown;
use crate::grammar::table::amount::{Nano, capacity, decimal, rate, shown_nano, shown_rate, whole};
use crate::grammar::table::columns::{Role, bare, is_odd_direction, leads_one_way, rate_unit, role};
use num_integer::Integer as _;
use std::collections::BTreeMap;

/// Reasons for which an attribute is left out.
const NO_LENGTHS: &str = "a slot has no lengths";
const CAPACITY: &str = "there is a capacity";
const RAW: &str = "the raw speed says it too";
const OWN_UNIT: &str = "the name of the capacity has a unit";
const NO_NUMBER: &str = "there is no number beside it";
const UNKNOWN: &str = "unknown";

/// Most names that a remark lists.
const MAX_NAMES: usize = 12;

/// The attributes of all links of a file, of which one may be the capacity.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    chosen: Option<Chosen>,
    /// Names that are left out, with the reason.
    left_out: Vec<(String, &'static str)>,
    /// The distinct rates that were read, in 10⁻⁹ of their unit.
    rates: Vec<Nano>,
    by_rate: BTreeMap<Nano, u32>,
    /// The numbers of links with a value of the chosen attribute, and without one.
    with: usize,
    without: usize,
}

/// The attribute that is read as capacity.
#[derive(Debug, Clone)]
struct Chosen {
    name: String,
    /// Its unit, if the name has one.
    unit: Option<String>,
    /// Whether its values are packets per slot; otherwise they are divided by their greatest common divisor.
    is_packets: bool,
    /// Whether the values of rates have units of their own.
    has_units: bool,
}

impl Attributes {
    /// Chooses the capacity by the names of all attributes.
    ///
    /// # Errors
    /// [`GraphFault::TwoCapacities`] if two of them are capacities, [`GraphFault::Units`] if a column of
    /// units stands beside the capacity.
    pub(super) fn of(names: impl IntoIterator<Item = String>) -> Result<Self, GraphFault> {
        let names: Vec<String> = names.into_iter().collect();
        let bare_names: Vec<String> = names.iter().map(|name| bare(name)).collect();
        let mut found = Self::default();
        let (mut capacities, mut rates, mut unit) = (Vec::new(), Vec::new(), None);
        for name in names {
            match role(&name) {
                Role::Capacity => capacities.push(name),
                Role::Rate => rates.push(name),
                Role::Measure => found.left_out.push((name, NO_LENGTHS)),
                Role::Unit => unit = Some(name),
                Role::Unknown => found.left_out.push((name, UNKNOWN)),
                Role::Weight | Role::Identity | Role::Direction | Role::Label => {}
            }
        }
        let spare = if capacities.is_empty() { &mut Vec::new() } else { &mut rates };
        found.left_out.extend(spare.drain(..).map(|name| (name, CAPACITY)));
        // Topology Zoo writes a speed three times.
        if rates.iter().any(|name| bare(name).ends_with("speedraw")) {
            let (raw, others): (Vec<_>, Vec<_>) =
                rates.into_iter().partition(|name| bare(name).ends_with("speedraw"));
            rates = raw;
            found.left_out.extend(others.into_iter().chain(unit.take()).map(|name| (name, RAW)));
        }
        capacities.append(&mut rates);
        match capacities.as_slice() {
            [] => {}
            [name] => {
                let has_unit = rate_unit(name).is_some();
                // `LinkSpeedUnits` belongs to `LinkSpeed`, if there is one.
                let is_of_other = |unit: &String| {
                    let of = bare(unit);
                    let of = of.trim_end_matches('s').trim_end_matches("unit");
                    of != bare(name) && bare_names.iter().any(|other| other == of)
                };
                if let Some(unit) = unit.as_ref().filter(|unit| !has_unit && !is_of_other(unit)) {
                    return Err(GraphFault::Units { name: shown(name), unit: shown(unit) });
                }
                let unit = rate_unit(name).map(str::to_owned);
                let is_packets = role(name) == Role::Capacity && unit.is_none();
                found.chosen = Some(Chosen { name: name.clone(), unit, is_packets, has_units: false });
            }
            [first, second, ..] => {
                return Err(GraphFault::TwoCapacities { first: shown(first), second: shown(second) });
            }
        }
        let why_no_unit = match capacities.first() {
            None => NO_NUMBER,
            Some(name) if rate_unit(name).is_some() => OWN_UNIT,
            Some(_) => CAPACITY,
        };
        found.left_out.extend(unit.map(|name| (name, why_no_unit)));
        Ok(found)
    }

    /// Chooses the unnamed third number of a line as capacity.
    pub(super) fn nameless() -> Self {
        let chosen = Chosen { name: String::new(), unit: None, is_packets: true, has_units: false };
        Self { chosen: Some(chosen), ..Self::default() }
    }

    /// Returns the name of the attribute that is the capacity.
    pub(super) fn capacity_name(&self) -> Option<&str> {
        self.chosen.as_ref().map(|chosen| chosen.name.as_str())
    }

    /// Returns whether an attribute is among those that are left out.
    pub(super) fn is_left_out(&self, name: &str) -> bool {
        self.left_out.iter().any(|(known, _)| known == name)
    }

    /// Reads the capacity of a link. A rate gives its index instead, which [`Self::assign_capacities`]
    /// replaces by a capacity.
    ///
    /// # Errors
    /// [`GraphFault::Capacity`] if the value is no capacity, [`GraphFault::MixedUnits`] if only some values
    /// have units.
    pub(super) fn link(
        &mut self,
        value: Option<&str>,
        place: impl Fn() -> String,
    ) -> Result<u32, GraphFault> {
        let value = value.map(str::trim).filter(|value| !value.is_empty());
        let (Some(chosen), Some(value)) = (self.chosen.as_mut(), value) else {
            self.without += 1;
            return Ok(1);
        };
        let has_unit = rate(value).is_some();
        let is_number = has_unit || decimal(value).is_some_and(|number| number > 0);
        if self.with > 0 && is_number && has_unit != chosen.has_units {
            return Err(GraphFault::MixedUnits { place: place(), found: shown(value), has_unit });
        }
        let wrong = || GraphFault::Capacity { place: place(), found: shown(value) };
        if self.with == 0 && has_unit {
            (chosen.is_packets, chosen.has_units) = (false, true);
        }
        self.with += 1;
        if chosen.is_packets {
            return capacity(value).ok_or_else(wrong);
        }
        let found = if chosen.has_units { rate(value) } else { decimal(value) };
        let found = found.filter(|&rate| rate > 0).ok_or_else(wrong)?;
        let next = u32::try_from(self.rates.len()).map_err(|_| wrong())?;
        let number = *self.by_rate.entry(found).or_insert(next);
        if number == next {
            self.rates.push(found);
        }
        Ok(number)
    }

    /// Returns whether values are rates, whose indices [`Self::assign_capacities`] replaces by capacities.
    fn has_rates(&self) -> bool {
        self.chosen.as_ref().is_some_and(|chosen| !chosen.is_packets)
    }

    /// Sets the capacities of links from rates, divided by the greatest common divisor of all.
    ///
    /// # Errors
    /// [`GraphFault::Rates`] if a capacity would exceed 32 bits.
    pub(super) fn assign_capacities(&self, links: &mut Links) -> Result<(), GraphFault> {
        if !self.has_rates() {
            return Ok(());
        }
        if self.without > 0 {
            links.set_capacities(|_| 1);
            return Ok(());
        }
        let unit = self.common_rate();
        let capacities = self.rates.iter().map(|&rate| u32::try_from(rate / unit));
        let fault = |_| GraphFault::Rates { name: self.said_name(), unit: self.shown(unit) };
        let capacities = capacities.collect::<Result<Vec<_>, _>>().map_err(fault)?;
        links.set_capacities(|number| capacities[crate::model::wide(number)]);
        Ok(())
    }

    fn common_rate(&self) -> Nano {
        self.rates.iter().fold(0, |common, rate| common.gcd(rate)).max(1)
    }

    /// Returns the rate of a link of capacity 1, if rates were read with a unit.
    pub(super) fn rate(&self) -> Option<Rate> {
        let chosen =
            self.chosen.as_ref().filter(|_| self.has_rates() && self.with > 0 && self.without == 0)?;
        let common = self.common_rate();
        if chosen.has_units {
            return Some(Rate(common));
        }
        Rate::in_units(common, chosen.unit.as_deref()?)
    }

    fn said_name(&self) -> String {
        match self.capacity_name() {
            Some("") => "the third word of a line".to_owned(),
            Some(name) => shown(name),
            None => "nothing".to_owned(),
        }
    }

    /// Writes a rate with its unit, if there is one.
    fn shown(&self, nano: Nano) -> String {
        let Some(chosen) = &self.chosen else { return shown_nano(nano) };
        match &chosen.unit {
            _ if chosen.has_units => shown_rate(nano),
            Some(unit) => format!("{} {unit}", shown_nano(nano)),
            None => shown_nano(nano),
        }
    }

    /// Returns remarks on the choices for a user; none if nothing was guessed.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut said = Vec::new();
        let name = self.said_name();
        if self.chosen.is_some() && self.with > 0 {
            if self.has_rates() && self.without > 0 {
                let (with, all) = (self.with, self.with + self.without);
                said.push(format!(
                    "{name} left out: only {with} of {all} links have it, every link carries 1 packet a slot"
                ));
            } else if self.has_rates() {
                let unit = self.shown(self.common_rate());
                said.push(format!("{name} read as capacity: a packet is what {unit} carries in a slot"));
            } else if self.capacity_name() == Some("") {
                said.push(format!("{name} read as capacity"));
            } else if bare(&name) != "capacity" {
                said.push(format!("{name} read as capacity, in packets a slot"));
            } else if self.without > 0 {
                said.push(format!("{} links without {name} carry 1 packet a slot", self.without));
            }
        }
        let reasons: Vec<&'static str> = self.left_out.iter().map(|&(_, why)| why).collect();
        for why in [NO_LENGTHS, CAPACITY, RAW, OWN_UNIT, NO_NUMBER, UNKNOWN] {
            if reasons.contains(&why) {
                let names = self.left_out.iter().filter(|(_, reason)| *reason == why);
                let names: Vec<String> = names.map(|(name, _)| shown(name)).collect();
                said.push(format!("{} left out ({why})", some_of(&names)));
            }
        }
        said
    }
}

/// Lists the first of some names, and the number of those that follow.
pub(super) fn some_of(names: &[String]) -> String {
    match names.get(..MAX_NAMES) {
        Some(first) if names.len() > MAX_NAMES => {
            format!("{} and {} more", first.join(", "), names.len() - MAX_NAMES)
        }
        _ => names.join(", "),
    }
}

/// Refuses an attribute of a link that gives it another direction than the whole graph.
///
/// # Errors
/// [`GraphFault::Format`].
pub(super) fn require_direction<'a>(
    said: impl IntoIterator<Item = (&'a str, &'a str)>,
    directed: bool,
    place: impl Fn() -> String,
) -> Result<(), GraphFault> {
    let of_directions = said.into_iter().filter(|(name, _)| role(name) == Role::Direction);
    for (name, value) in of_directions {
        if is_odd_direction(name, value) {
            let message = format!(
                "{} {}, expected directed or undirected; a link that leads one way has its ends in that order",
                shown(name),
                shown(value.trim())
            );
            return Err(GraphFault::Format { place: place(), message });
        }
        if leads_one_way(name, value).is_some_and(|own| own != directed) {
            let whole = if directed { "directed" } else { "undirected" };
            let (name, value) = (shown(name), shown(value));
            let message =
                format!("{name} {value} in a graph that is {whole}, expected one kind; say it of the graph");
            return Err(GraphFault::Format { place: place(), message });
        }
    }
    Ok(())
}

/// Refuses a weight other than 1, since its meaning is unknown.
///
/// # Errors
/// [`GraphFault::Weight`].
pub(super) fn require_weight_one(value: &str, place: impl Fn() -> String) -> Result<(), GraphFault> {
    match whole(value.trim()) {
        Some(1) => Ok(()),
        _ => Err(GraphFault::Weight { place: place(), found: shown(value.trim()) }),
    }
}
