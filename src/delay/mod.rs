//! Schedules for the average delay: when each packet has arrived, not only the last one.
//!
//! A packet that is complete after slot `C_i` counts `C_i`; the sum of all `C_i` divided by the number of packets is the average
//! delay (P1 §6). Its minimum is NP-hard in general. [`octr`] goes slot by slot: it keeps to the least completion
//! time and serves the packets nearest to their destination as far as that allows, or the other way round.

mod octr;
mod scheme;
mod waiting;

pub use octr::{Bias, octr};
