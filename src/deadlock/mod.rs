//! Whether messages that wait in buffers can wait for each other for ever: [`ChannelGraph`] proves that they
//! cannot, by a numbering of the channels, or shows how they do, by a cycle; [`send_buffered`] lets messages
//! run and shows what happens.

mod arrival;
mod buffers;
mod channels;
mod dimension_order;
mod highest_link;
mod lowest_link;
mod named;
mod reason;
mod shortest;
mod table;
mod up_down;

pub use arrival::ArrivalOrder;
pub use buffers::{Message, MessagesEnd, deadlocking_messages, send_buffered};
pub use channels::{
    Channel, ChannelCycle, ChannelGraph, ChannelNumbering, ChannelOrder, CycleStep, Dependency,
    NumberingFault, Routing, RoutingFault, channels_between,
};
pub use dimension_order::DimensionOrder;
pub use highest_link::HighestLink;
pub use lowest_link::{LowestLink, ParityOrder};
pub use named::{NamedRouting, channels_document, held, routes_document};
pub use reason::hop_reason;
pub use shortest::Shortest;
pub use table::RoutingTable;
pub use up_down::{MAX_TABLE_NODES, UpDown};
