//! The plan of a schedule of both optima, distance by distance.

use crate::list::as_list;
use crate::task::NodeRef;
use serde::{Deserialize, Serialize};

/// What a plan decides of the packets of one distance: all that follow from no rule.
///
/// Offsets stand for their orbits under the turn of the network, a row is an offset turned so often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Whole orbits that are divided.
    pub cut: Vec<NodeRef>,
    /// Short orbits that fill no block by themselves.
    pub rest: Vec<NodeRef>,
    /// Short orbits that fill a block together.
    pub bins: Vec<Vec<NodeRef>>,
    /// The rows that go on with the group that the distance before has begun.
    pub first: Vec<TurnedRow>,
    /// The rows that begin a group.
    pub last: Vec<TurnedRow>,
    /// The rows of divided orbits that make blocks.
    pub blocks: Vec<Vec<TurnedRow>>,
    /// For every row of the group that is completed its link in the slot before and its link in the slot
    /// after those in which all its rows are served.
    pub ends: Vec<RowEnds>,
}

/// A row of a divided orbit: `[orbit, turn]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
#[cfg_attr(test, schemars(with = "(u32, u32)"))]
pub struct TurnedRow {
    /// Index into `cut` and, behind that, `rest`.
    pub orbit: u32,
    /// How often it is turned.
    pub turn: u32,
}

as_list!(TurnedRow { orbit: u32, turn: u32 });

/// The links of a row at the ends of its group: `[early, late]`, −1 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "(i64, i64)", into = "(i64, i64)")]
#[cfg_attr(test, schemars(with = "(i64, i64)"))]
pub struct RowEnds {
    /// Its link in the slot before.
    pub early: Option<u32>,
    /// Its link in the slot after.
    pub late: Option<u32>,
}

impl TryFrom<(i64, i64)> for RowEnds {
    type Error = String;

    fn try_from((early, late): (i64, i64)) -> Result<Self, String> {
        let link = |number: i64| match number {
            -1 => Ok(None),
            _ => {
                u32::try_from(number).map(Some).map_err(|_| format!("found {number}, expected a link or -1"))
            }
        };
        Ok(Self { early: link(early)?, late: link(late)? })
    }
}

impl From<RowEnds> for (i64, i64) {
    fn from(ends: RowEnds) -> Self {
        let number = |link: Option<u32>| link.map_or(-1, i64::from);
        (number(ends.early), number(ends.late))
    }
}
