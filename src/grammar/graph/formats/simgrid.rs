//! Reads platforms of SimGrid whose routes are single links.

use crate::grammar::graph::attributes::Attributes;
use crate::grammar::graph::fault::GraphFault;
use crate::grammar::graph::gathered::{Id, Links, Nodes, ReadGraph, mark_switches};
use crate::grammar::graph::reader::Reader;
use crate::grammar::graph::xml::{fault_at, has_root, line_of, parsed};
use crate::grammar::shown;
use crate::grammar::table::text::{Text, place};
use crate::wire::GraphLink;
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const READER: Reader =
    Reader { name: "a platform of SimGrid", recognizes: |text| has_root(text.whole, "platform"), read };

/// Elements that do not describe the network.
const IGNORED_ELEMENTS: [&str; 6] = ["platform", "prop", "config", "disk", "storage", "trace"];

/// Routings whose routes are those that the file lists.
const ROUTINGS: [&str; 5] = ["full", "floyd", "dijkstra", "dijkstracache", "none"];

/// Attributes that a link may have; any other one changes its capacity.
const LINK_ATTRIBUTES: [&str; 6] =
    ["id", "bandwidth", "latency", "sharing_policy", "latency_file", "latency_profile"];

/// Reads hosts, routers as switches, and a route of one link as a link.
///
/// A route over several links is refused, since the file does not say where each of them ends; so are several
/// routes over one link, which share its capacity.
fn read(text: Text<'_>) -> Result<ReadGraph, GraphFault> {
    let document = parsed(text.whole)?;
    let mut platform = Platform::default();
    for element in document.root_element().descendants().filter(Node::is_element) {
        platform.add(element)?;
    }
    platform.into_graph()
}

/// The part of the file read so far.
#[derive(Default)]
struct Platform<'a> {
    nodes: Nodes,
    routers: BTreeSet<u32>,
    links: BTreeMap<&'a str, Node<'a, 'a>>,
    routes: Vec<Node<'a, 'a>>,
}

impl<'a> Platform<'a> {
    fn add(&mut self, element: Node<'a, 'a>) -> Result<(), GraphFault> {
        let name = element.tag_name().name();
        match name {
            "host" | "router" => {
                let id = Id::Word(attribute(element, "id")?.to_owned());
                if self.nodes.known(&id).is_some() {
                    let (place, node) = (place(line_of(element)), id.to_string());
                    return Err(GraphFault::RepeatedNode { place, node });
                }
                if element.attributes().any(|said| said.name().starts_with("state_")) {
                    return Err(fault_at(element, "a host that fails at times, expected one that does not"));
                }
                let node = self.nodes.number(id)?;
                if name == "router" {
                    self.routers.insert(node);
                }
            }
            "link" => {
                let id = attribute(element, "id")?;
                if self.links.insert(id, element).is_some() {
                    return Err(fault_at(element, format_args!("link {} again", shown(id))));
                }
            }
            "route" => self.routes.push(element),
            "link_ctn" if element.parent().is_some_and(|parent| parent.has_tag_name("route")) => {}
            "zone" | "AS" => {
                let routing = attribute(element, "routing")?;
                if !ROUTINGS.contains(&routing.to_lowercase().as_str()) {
                    let message = format!("routing {}, expected Full, Floyd or Dijkstra", shown(routing));
                    return Err(fault_at(element, message));
                }
            }
            name if IGNORED_ELEMENTS.contains(&name) => {}
            name => {
                let message = format!(
                    "element {}, expected host, router, link and route: write the links as lines of two nodes",
                    shown(name)
                );
                return Err(fault_at(element, message));
            }
        }
        Ok(())
    }

    /// Makes the graph: a directed link for each direction of a route.
    fn into_graph(self) -> Result<ReadGraph, GraphFault> {
        let mut links = Links::new(true);
        let mut attributes = Attributes::of(["bandwidth".to_owned()])?;
        // The directed routes over each link; a full-duplex link counts as two.
        let mut uses: BTreeMap<(&str, &str), Vec<(u32, u32)>> = BTreeMap::new();
        let (mut loops, mut shared) = (0_usize, 0_usize);
        for (told, &route) in self.routes.iter().enumerate() {
            let (from, to) = (self.end(route, "src")?, self.end(route, "dst")?);
            if from == to {
                loops += 1;
                continue;
            }
            let ways = if is_symmetrical(route)? { vec![(from, to), (to, from)] } else { vec![(from, to)] };
            let (id, link, halves) = self.carrier(route)?;
            for (&(from, to), half) in ways.iter().zip(halves) {
                let capacity =
                    attributes.link(Some(attribute(link, "bandwidth")?), || place(line_of(link)))?;
                links.add(GraphLink { from, to, capacity }, told, None)?;
                let carried = uses.entry((id, half)).or_default();
                carried.push((from, to));
                match carried[..] {
                    [_] => {}
                    [(a, b), way] if way == (b, a) && half.is_empty() => shared += 1,
                    _ => {
                        let message =
                            format!("link {}, which another route shares, expected one route", shown(id));
                        return Err(fault_at(route, message));
                    }
                }
            }
        }
        attributes.assign_capacities(&mut links)?;
        let mut remarks =
            vec!["hosts and routers of SimGrid read as nodes and switches, latencies left out".to_owned()];
        remarks.extend(attributes.remarks());
        remarks.extend(links.merge_repeated(|told| place(line_of(self.routes[told])))?);
        let mut say =
            |count: usize, what: &str| remarks.extend((count > 0).then(|| format!("{what}: {count}")));
        say(shared, "links that both ways share (sharing_policy SHARED) carry their bandwidth each way here");
        say(loops, "routes from a host to itself left out");
        let (index, names) = self.nodes.in_order();
        let graph = links.into_graph(&index, names);
        let switches = self.routers.iter().map(|&node| index[crate::model::wide(node)]).collect();
        Ok(ReadGraph { graph: mark_switches(graph, switches), remarks, rate: attributes.rate() })
    }

    /// Returns the node at an end of a route.
    fn end(&self, route: Node<'a, 'a>, name: &str) -> Result<u32, GraphFault> {
        let id = Id::Word(attribute(route, name)?.to_owned());
        let unknown = || GraphFault::UnknownNode { place: place(line_of(route)), found: id.to_string() };
        self.nodes.known(&id).ok_or_else(unknown)
    }

    /// Returns the only link of a route with its id, and its halves for the way there and back: both are
    /// empty if the link is shared.
    fn carrier(&self, route: Node<'a, 'a>) -> Result<(&'a str, Node<'a, 'a>, [&'static str; 2]), GraphFault> {
        let over: Vec<_> = route.children().filter(|child| child.has_tag_name("link_ctn")).collect();
        let [only] = over[..] else {
            let message = format!(
                "a route over {} links, expected one: the file does not say where each ends; write routes from \
                 router to router",
                over.len()
            );
            return Err(fault_at(route, message));
        };
        let id = attribute(only, "id")?;
        let link = self.links.get(id).copied();
        let link = link.ok_or_else(|| fault_at(only, format_args!("no link {}", shown(id))))?;
        if let Some(other) = link.attributes().find(|said| !LINK_ATTRIBUTES.contains(&said.name())) {
            let message = format!(
                "{} of a link, expected id, bandwidth, latency and sharing_policy",
                shown(other.name())
            );
            return Err(fault_at(link, message));
        }
        let halves = match (link.attribute("sharing_policy"), only.attribute("direction")) {
            (None | Some("SHARED"), None | Some("NONE")) => ["", ""],
            (Some("SPLITDUPLEX" | "FULLDUPLEX"), Some("UP")) => ["UP", "DOWN"],
            (Some("SPLITDUPLEX" | "FULLDUPLEX"), Some("DOWN")) => ["DOWN", "UP"],
            (policy, direction) => {
                let [policy, direction] = [policy, direction].map(|said| shown(said.unwrap_or("none")));
                let message = format!(
                    "sharing_policy {policy} and direction {direction}, expected SHARED and none, or SPLITDUPLEX and \
                     UP or DOWN"
                );
                return Err(fault_at(only, message));
            }
        };
        Ok((id, link, halves))
    }
}

/// Returns whether a route leads back too, which is the default.
fn is_symmetrical(route: Node<'_, '_>) -> Result<bool, GraphFault> {
    match route.attribute("symmetrical").map(str::to_lowercase).as_deref() {
        None | Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(other) => Err(fault_at(route, format_args!("symmetrical {}, expected YES or NO", shown(other)))),
    }
}

fn attribute<'a>(element: Node<'a, 'a>, name: &str) -> Result<&'a str, GraphFault> {
    let tag = element.tag_name().name();
    let missing = || fault_at(element, format_args!("{} without {name}, expected one", shown(tag)));
    element.attribute(name).ok_or_else(missing)
}
