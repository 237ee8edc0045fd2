//! Packets in a list by one rule of priority.

use super::lists::{by_rule, personal};
use crate::job_shop::PacketRule;
use crate::model::Problem;
use crate::solve::error::MethodError;
use crate::solve::method::{Candidate, Context, Method, Suited};
use crate::solve::unsuited::Unsuited;

/// List scheduling by a rule.
#[derive(Debug)]
pub(crate) struct ByRule {
    rule: PacketRule,
    sentence: &'static str,
}

/// Those whose way on is most loaded.
pub(crate) const CRITICAL_FIRST: &ByRule = &ByRule {
    rule: PacketRule::CriticalFirst,
    sentence: "Demands: the packets whose way on is most loaded first",
};

/// Those whose destination has the most to receive.
pub(crate) const CONTENDED_FIRST: &ByRule = &ByRule {
    rule: PacketRule::ContendedFirst,
    sentence: "Demands: the packets whose destination has the most to receive first",
};

impl Method for ByRule {
    fn word(&self) -> &'static str {
        self.rule.as_str()
    }

    fn sentence(&self) -> &'static str {
        self.sentence
    }

    fn source(&self) -> &'static str {
        "Graham, Bounds on multiprocessing timing anomalies, 1969"
    }

    fn suits(&self, problem: &Problem) -> Result<Suited, Unsuited> {
        personal(problem)
    }

    fn make(&'static self, context: &Context<'_>) -> Result<Option<Candidate>, MethodError> {
        by_rule(self, self.rule, context)
    }
}
