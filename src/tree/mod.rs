//! Spanning trees and broadcasts on them: schedules in which packets are copied, combined, or spread from a root.

mod half_duplex;

pub use half_duplex::half_duplex;
