//! Messages of several packets: the steps against all choices of routes, and against printed formulas.

use crate::common::{Listing, cayley_task_of, circulant, strategies, task_of, wide};
use isotask::route::{
    MessagePorts, MessageSteps, SearchBudget, message_front, message_front_of_words, message_routes,
};
use isotask::wire::{Network, Ports, Task};
use proptest::prelude::*;

/// The steps of routes, one row a packet: on all ports the longest route or a column in messages; with one
/// port, column by column, the longest entry or the column in messages.
fn steps(rows: &[Vec<u64>], links: usize, ports: MessagePorts, packets: u64) -> u64 {
    let column = |link: usize| rows.iter().map(move |row| row[link]);
    let messages = |link| column(link).sum::<u64>().div_ceil(packets);
    match ports {
        MessagePorts::All => {
            let longest = rows.iter().map(|row| row.iter().sum()).max().unwrap_or(0);
            (0..links).map(messages).fold(longest, u64::max)
        }
        MessagePorts::One => (0..links).map(|link| messages(link).max(column(link).max().unwrap_or(0))).sum(),
    }
}

/// The least steps over all choices of routes, each round a ring in one of its two directions.
fn least_of_all(listing: &Listing, ports: MessagePorts, packets: u64) -> u64 {
    let routes: Vec<_> = listing.packets().iter().map(|to| listing.routes(to)).collect();
    let choices: usize = routes.iter().map(Vec::len).product();
    let chosen = |mut choice: usize| {
        let mut rows = Vec::new();
        for routes in &routes {
            rows.push(routes[choice % routes.len()].clone());
            choice /= routes.len();
        }
        steps(&rows, wide(listing.links()), ports, packets)
    };
    (0..choices).map(chosen).min().expect("a choice")
}

proptest! {
    /// With one port the result is the least over all routes; on all ports the least lies between the bound
    /// and the steps that are found.
    #[test]
    fn no_choice_of_routes_takes_fewer_steps(listing in prop_oneof![strategies::small_listing(), strategies::coupled_listing()], packets in 1_u64..6) {
        let choices: usize = listing.packets().iter().map(|to| listing.routes(to).len()).product();
        prop_assume!(choices <= 1 << 12);
        let task = listing.task();
        let least = least_of_all(&listing, MessagePorts::One, packets);
        let found = message_routes(&task, MessagePorts::One, packets).steps;
        prop_assert_eq!(found, MessageSteps { packets, steps: least, least });
        let least = least_of_all(&listing, MessagePorts::All, packets);
        let found = message_routes(&task, MessagePorts::All, packets).steps;
        prop_assert!(found.least <= least && least <= found.steps, "{:?}, the least is {}", found, least);
    }
}

fn total_exchange(network: Network) -> isotask::model::IsotropicTask {
    task_of(network, Task::TotalExchange { count: 1 }, Ports::All)
}

/// On the d-cube a link carries 2^(d-1) packets, each of them once: d ⌈2^(d-1)/m⌉ steps with one port, and
/// max(d, ⌈2^(d-1)/m⌉) with all.
#[test]
fn on_cubes_the_front_is_a_formula() {
    for dimension in 1..=10_u32 {
        let task = total_exchange(Network::Hypercube { dimension: dimension.into() });
        let (d, load) = (u64::from(dimension), 1 << (dimension - 1));
        let one = |m: u64| d * u64::div_ceil(load, m);
        let all = |m: u64| d.max(u64::div_ceil(load, m));
        let formulas: [(MessagePorts, &dyn Fn(u64) -> u64); 2] =
            [(MessagePorts::One, &one), (MessagePorts::All, &all)];
        for (ports, of) in formulas {
            let front = message_front(&task, ports);
            let falls = (1..=load).filter(|&m| m == 1 || of(m) < of(m - 1));
            let expected: Vec<_> = falls
                .map(|packets| MessageSteps { packets, steps: of(packets), least: of(packets) })
                .collect();
            assert_eq!(front, expected, "{dimension}");
        }
    }
}

/// Every line of a front is exact for exchanges, and it falls in both columns.
#[test]
fn fronts_of_exchanges_on_tori_are_closed() {
    for radices in [vec![5], vec![4, 4], vec![3, 6], vec![2, 3, 4], vec![5, 5, 2]] {
        let task = total_exchange(Network::Torus { radices: radices.clone() });
        for ports in [MessagePorts::One, MessagePorts::All] {
            let front = message_front(&task, ports);
            assert!(front.iter().all(|row| row.steps == row.least), "{radices:?}: {front:?}");
            assert!(
                front.windows(2).all(|two| two[0].packets < two[1].packets && two[1].steps < two[0].steps)
            );
        }
        // Messages of any length take a step for each hop of the farthest packet.
        let last = message_front(&task, MessagePorts::All).pop().expect("a line");
        assert_eq!(last.steps, radices.iter().map(|p| p / 2).sum::<u64>());
    }
}

/// On the complete graph, a circulant of 5 nodes, each packet has a link of its own.
#[test]
fn on_other_abelian_networks_bounds_are_met_or_told() {
    let budget = SearchBudget { evaluations: 1 << 16, stop: &|| false };
    for (network, all, one) in [
        (circulant(5, &[1, 2]), vec![(1, 1, 1)], vec![(1, 4, 4)]),
        (circulant(8, &[1, 3]), vec![(1, 3, 3), (2, 2, 2)], vec![(1, 10, 10)]),
    ] {
        let task = cayley_task_of(network, Task::TotalExchange { count: 1 }, Ports::All);
        for (ports, expected) in [(MessagePorts::All, all), (MessagePorts::One, one)] {
            let (front, _) = message_front_of_words(&task, ports, &budget).expect("small sums");
            let told: Vec<_> = front.iter().map(|row| (row.packets, row.steps, row.least)).collect();
            assert_eq!(told[..expected.len()], expected, "{told:?}");
            assert!(front.iter().all(|row| row.least <= row.steps));
        }
    }
}
