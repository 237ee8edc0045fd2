//! Whether messages that wait in buffers can wait for each other for ever: [`ChannelGraph`] proves that they
//! cannot, by a numbering of the channels, or shows how they do, by a cycle; [`send_buffered`] and
//! [`send_unbuffered`] let messages run and show what happens.

mod arrival;
mod buffers;
mod channels;
mod copies;
mod dimension_order;
mod highest_link;
mod lowest_link;
mod message;
mod named;
mod reason;
mod shortest;
mod table;
mod unbuffered;
mod up_down;

pub use arrival::ArrivalOrder;
pub use buffers::send_buffered;
pub use channels::{
    Channel, ChannelCycle, ChannelGraph, ChannelNumbering, ChannelOrder, CycleStep, Dependency,
    NumberingFault, Routing, RoutingFault, channels_between,
};
pub use dimension_order::DimensionOrder;
pub use highest_link::HighestLink;
pub use lowest_link::{LowestLink, ParityOrder};
pub use message::{Destination, Message, MessagesEnd, deadlocking_messages};
pub use named::{NamedRouting, channels_document, held, routes_document};
pub use reason::hop_reason;
pub use shortest::Shortest;
pub use table::RoutingTable;
pub use unbuffered::send_unbuffered;
pub use up_down::{MAX_TABLE_NODES, UpDown};
