//! The packets of a schedule in intervals, each with its group and its route.

use crate::network::topology::Topology;
use crate::number::wide;
use crate::refusal::rejection::Rejection;
use crate::task::isotropic::Isotropic;
use isotask_wire::{Interval, Route};

/// Steps of a row for each dimension and link.
const STEPS_OF_AN_ENTRY: u64 = 2;

/// The lists of the document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) groups: &'a [u64],
    pub(crate) intervals: &'a [Interval],
    pub(crate) routes: &'a [Route],
}

/// One packet with its group and route.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) number: u64,
    /// Index of the group.
    pub(crate) group: u64,
    pub(crate) index: u64,
    pub(crate) coordinates: &'a [u64],
    /// Uses of each link.
    pub(crate) uses: &'a [u64],
    /// Whether the document lists the route; default routes are shortest paths.
    pub(crate) routed: bool,
}

/// The rows of the schedule in their order.
pub(crate) struct RoutedRows<'a> {
    /// The task.
    pub(crate) task: &'a Isotropic,
    pub(crate) listed: Option<&'a [u64]>,
    pub(crate) parts: Parts<'a>,
}

impl RoutedRows<'_> {
    /// Goes through all rows; the first fault of their routes is refused.
    pub(crate) fn visit(&self, mut f: impl FnMut(Row<'_>) -> Result<(), Rejection>) -> Result<(), Rejection> {
        let mut router = Router::new(self.task, self.parts);
        if self.listed.is_none() {
            let columns = wide(self.task.network.dimensions().len() + self.task.network.links());
            self.task.network.effort.spend_times(self.task.rows, STEPS_OF_AN_ENTRY * (columns + 1))?;
        }
        if let Some(offsets) = self.listed {
            let mut coordinates = Vec::new();
            for &index in offsets {
                self.task.network.coordinates_into(index, &mut coordinates);
                f(router.next(index, &coordinates)?)?;
            }
        } else {
            self.task.visit(|offset| {
                for _ in 0..offset.count {
                    f(router.next(offset.index, offset.coordinates)?)?;
                }
                Ok(())
            })?;
        }
        router.finish()
    }
}

/// Assigns every row its group and its route, in the order of the rows.
struct Router<'a> {
    task: &'a Isotropic,
    pub(crate) parts: Parts<'a>,
    row: u64,
    /// Number of groups that have begun.
    begun: usize,
    /// Number of listed routes that were used.
    route: usize,
    /// For every dimension the number of ties so far.
    ties: Vec<u64>,
    uses: Vec<u64>,
}

impl<'a> Router<'a> {
    fn new(task: &'a Isotropic, parts: Parts<'a>) -> Self {
        let ties = vec![0; task.network.dimensions().len()];
        let uses = vec![0; task.network.links()];
        Self { task, parts, row: 0, begun: 0, route: 0, ties, uses }
    }

    fn next<'b>(&'b mut self, index: u64, coordinates: &'b [u64]) -> Result<Row<'b>, Rejection> {
        let number = self.row;
        // There are no more rows than their limit.
        self.row += 1;
        if self.parts.groups.get(self.begun) == Some(&number) {
            self.begun += 1;
        }
        self.take_default(coordinates);
        let listed = self.parts.routes.get(self.route).filter(|route| route.row <= number);
        if listed.is_none() && !self.task.network.is_rings() {
            return Err(Rejection::RouteMissing { row: number });
        }
        if let Some(route) = listed {
            self.take_listed(route, number, coordinates)?;
            self.route += 1;
        }
        let group = wide(self.begun) - 1;
        let routed = listed.is_some();
        Ok(Row { number, group, index, coordinates, uses: &self.uses, routed })
    }

    /// Takes the shorter way in every dimension; ties take + and − in turn.
    fn take_default(&mut self, coordinates: &[u64]) {
        for ((d, &x), ties) in self.task.network.dimensions().iter().zip(coordinates).zip(&mut self.ties) {
            let Some(minus) = d.minus else {
                self.uses[d.plus] = x;
                continue;
            };
            let rest = d.radix - x;
            let mut up = x <= rest;
            if x == rest {
                up = *ties % 2 == 0;
                *ties += 1;
            }
            let (plus, down) = if x == 0 {
                (0, 0)
            } else if up {
                (x, 0)
            } else {
                (0, rest)
            };
            self.uses[d.plus] = plus;
            self.uses[minus] = down;
        }
    }

    fn take_listed(&mut self, listed: &Route, row: u64, coordinates: &[u64]) -> Result<(), Rejection> {
        let route = self.route;
        if listed.row < row {
            // Every earlier route met its row, so this one stands behind a greater or equal one.
            let previous = self.parts.routes[..route].last().map_or(0, |route| route.row);
            return Err(Rejection::RoutesNotIncreasing { route, row: listed.row, previous });
        }
        let (found, expected) = (listed.uses.len(), self.uses.len());
        if found != expected {
            return Err(Rejection::RouteLength { route, found, expected });
        }
        if let Topology::Group(cayley) = &self.task.network.topology
            && coordinates.iter().any(|&node| !cayley.leads_to(&listed.uses, node))
        {
            return Err(Rejection::RouteMisses { route, row, dimension: None });
        }
        for (dimension, (d, &x)) in self.task.network.dimensions().iter().zip(coordinates).enumerate() {
            let up = u128::from(listed.uses[d.plus]);
            let down = d.minus.map_or(0, |minus| u128::from(listed.uses[minus]));
            let radix = u128::from(d.radix);
            if up % radix != (u128::from(x) + down) % radix {
                return Err(Rejection::RouteMisses { route, row, dimension: Some(dimension) });
            }
        }
        self.uses.copy_from_slice(&listed.uses);
        Ok(())
    }

    /// Refuses routes that no row took.
    fn finish(&self) -> Result<(), Rejection> {
        let (route, rows) = (self.route, self.row);
        let Some(listed) = self.parts.routes.get(route) else {
            return Ok(());
        };
        let previous = self.parts.routes[..route].last().map(|route| route.row);
        match previous {
            Some(previous) if listed.row <= previous => {
                Err(Rejection::RoutesNotIncreasing { route, row: listed.row, previous })
            }
            _ => Err(Rejection::RouteBeyondRows { route, row: listed.row, rows }),
        }
    }
}
