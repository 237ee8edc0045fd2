//! A list of nodes by packet, in the narrowest integers that the network allows.

/// The node of each of many packets: 4 bytes each, 8 in networks of more than 2³² nodes.
#[derive(Debug)]
pub(crate) enum Places {
    /// Indices of 32 bits.
    Narrow(Vec<u32>),
    /// Indices of 64 bits.
    Wide(Vec<u64>),
}

impl Places {
    /// Collects nodes of a network with this number of nodes.
    ///
    /// # Errors
    /// The error of the first node that has one.
    pub(crate) fn new<E>(nodes: u64, places: impl Iterator<Item = Result<u64, E>>) -> Result<Self, E> {
        if nodes > 1 << 32 {
            return places.collect::<Result<_, _>>().map(Self::Wide);
        }
        // The index of a node is below the number of nodes.
        let narrow = |node: u64| u32::try_from(node).unwrap_or(u32::MAX);
        places.map(|node| node.map(narrow)).collect::<Result<_, _>>().map(Self::Narrow)
    }

    /// Returns an empty list, for a network with this number of nodes.
    pub(crate) fn none(nodes: u64) -> Self {
        Self::all_at(0, nodes, 0)
    }

    /// Appends a packet that is at a node of the network.
    #[inline]
    pub(crate) fn push(&mut self, node: u64) {
        match self {
            Self::Narrow(places) => places.push(u32::try_from(node).unwrap_or(u32::MAX)),
            Self::Wide(places) => places.push(node),
        }
    }

    /// Returns a list of `packets` packets that are all at one node.
    pub(crate) fn all_at(node: u64, nodes: u64, packets: usize) -> Self {
        match u32::try_from(node) {
            Ok(node) if nodes <= 1 << 32 => Self::Narrow(vec![node; packets]),
            _ => Self::Wide(vec![node; packets]),
        }
    }

    /// Returns the number of packets.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(places) => places.len(),
            Self::Wide(places) => places.len(),
        }
    }

    /// Returns the node where a packet of the list is.
    #[inline]
    pub(crate) fn at(&self, packet: usize) -> u64 {
        match self {
            Self::Narrow(places) => places[packet].into(),
            Self::Wide(places) => places[packet],
        }
    }

    /// Puts a packet at a node of the network.
    #[inline]
    pub(crate) fn put(&mut self, packet: usize, node: u64) {
        match self {
            Self::Narrow(places) => places[packet] = u32::try_from(node).unwrap_or(u32::MAX),
            Self::Wide(places) => places[packet] = node,
        }
    }

    /// Returns the nodes of the packets, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + Clone + '_ {
        (0..self.len()).map(|packet| self.at(packet))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_stored_and_read_in_networks_of_any_size() {
        for nodes in [5, 1 << 32, (1 << 32) + 1, 1 << 62] {
            let Ok(mut places) = Places::new(nodes, [Ok::<_, ()>(0), Ok(nodes - 1)].into_iter()) else {
                continue;
            };
            assert_eq!((places.len(), places.at(0), places.at(1)), (2, 0, nodes - 1));
            places.put(0, nodes - 2);
            assert_eq!(places.iter().collect::<Vec<_>>(), [nodes - 2, nodes - 1]);
            assert_eq!(
                Places::all_at(nodes - 1, nodes, 2).iter().collect::<Vec<_>>(),
                [nodes - 1, nodes - 1]
            );
            assert_eq!(matches!(places, Places::Narrow(_)), nodes <= 1 << 32);
        }
        assert_eq!(Places::new(5, [Ok(1), Err("no node")].into_iter()).err(), Some("no node"));
    }
}
