//! The collectives of MSCCL, and how they number chunks.

pub(super) mod json;
pub(super) mod xml;

use super::plan::error::PlanError;
use super::plan::{Plan, PlannedSend};
use crate::model::{Node, Packet};
use crate::wire::Task;

/// A collective that MSCCL knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Collective {
    /// Total exchange.
    Alltoall,
    /// Multinode broadcast.
    Allgather,
    /// Multinode accumulation.
    ReduceScatter,
}

/// A collective on `nodes` nodes whose blocks are divided into `chunks` chunks each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) collective: Collective,
    pub(super) nodes: u64,
    pub(super) chunks: u64,
}

impl Shape {
    /// Returns the collective of a plan.
    ///
    /// # Errors
    /// [`PlanError::Switches`]; [`PlanError::NoCollective`] if its task is none of MSCCL's.
    pub(super) fn of(plan: &Plan<'_>) -> Result<Self, PlanError> {
        plan.require_programs()?;
        let (collective, chunks) = match plan.problem.document().task {
            Task::TotalExchange { count } => (Collective::Alltoall, count),
            Task::MultinodeBroadcast { count } => (Collective::Allgather, count),
            Task::MultinodeAccumulation { count } => (Collective::ReduceScatter, count),
            _ => return Err(PlanError::NoCollective),
        };
        Ok(Self { collective, nodes: plan.nodes(), chunks })
    }

    /// Returns the name of the collective in the runtime.
    pub(super) fn word(self) -> &'static str {
        match self.collective {
            Collective::Alltoall => "alltoall",
            Collective::Allgather => "allgather",
            Collective::ReduceScatter => "reducescatter",
        }
    }

    /// Returns the index of a packet among all packets: by destination, then by start, then by chunk. Parts
    /// that are combined have the index of their sum.
    pub(super) fn address(self, send: &PlannedSend) -> u64 {
        let chunk = send.sent.copy.unwrap_or(0);
        let block = match send.sent.packet {
            Packet::Personal { from, to } => to.0 * self.nodes + from.0,
            Packet::Copied { from } => from.0,
            Packet::Combined { to } => to.0,
            Packet::Summed { .. } => unreachable!("a program of an allreduce is refused"),
        };
        block * self.chunks + chunk
    }

    /// Returns the offset of a chunk in the input of the node that it starts from: blocks by destination.
    pub(super) fn input(self, send: &PlannedSend) -> u64 {
        let block = match send.sent.packet {
            Packet::Personal { to, .. } | Packet::Combined { to } => to.0,
            Packet::Copied { .. } => 0,
            Packet::Summed { .. } => unreachable!("a program of an allreduce is refused"),
        };
        block * self.chunks + send.sent.copy.unwrap_or(0)
    }

    /// Returns the offset of a chunk in the output of a node, blocks by start; none if it is not for this
    /// node.
    pub(super) fn output(self, send: &PlannedSend, node: Node) -> Option<u64> {
        let block = match send.sent.packet {
            Packet::Personal { from, to } => (to == node).then_some(from.0)?,
            Packet::Copied { from } => from.0,
            Packet::Combined { to } => (to == node).then_some(0)?,
            Packet::Summed { .. } => unreachable!("a program of an allreduce is refused"),
        };
        Some(block * self.chunks + send.sent.copy.unwrap_or(0))
    }

    /// Returns the number of chunks in the input of a node, and in its output.
    pub(super) fn buffers(self) -> (u64, u64) {
        let all = self.nodes * self.chunks;
        match self.collective {
            Collective::Alltoall => (all, all),
            Collective::Allgather => (self.chunks, all),
            Collective::ReduceScatter => (all, self.chunks),
        }
    }
}
