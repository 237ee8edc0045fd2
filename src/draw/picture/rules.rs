//! A schedule compared with the rules of P1: slot by slot the remaining critical sum, critical lines and
//! those served, violations of OADD, idle links; and the packets that nodes store.

use super::Picture;
use crate::delay::{OaddPair, One, Rules, SlotRules, rules as held};
use crate::draw::canvas::{Anchor, Panel, Pen, Type, at, text_width, whole};
use crate::draw::error::DrawError;
use crate::draw::palette::{EMPTY, GRAY, RULE, shade_of};
use crate::draw::subject::Subject;
use crate::model::{Network, count_of};

pub(in crate::draw) const RULES: Picture = Picture {
    word: "rules",
    sentence: "Slot by slot h of what is left, critical lines served or not, OADD, idle links; and storage (P1 §6)",
    draw: rules,
};

const MAX_SLOTS: u64 = 64;
/// The most slots whose first pair that breaks OADD is listed.
const MAX_PAIRS: usize = 12;
/// The most nodes whose storage is shown.
const MAX_STORES: usize = 32;
const LEFT: i64 = 150;
/// The width of a slot, and the height of a row of cells, in pixels.
const SLOT_WIDTH: i64 = 34;
const ROW_HEIGHT: i64 = 26;
/// The height of the chart of h, and its top edge, in pixels.
const CHART_HEIGHT: i64 = 120;
const TOP: i64 = 30;
const LINE_HEIGHT: i64 = 18;
/// The greatest length of a bar of storage, in pixels.
const MAX_BAR_LENGTH: i64 = 320;

/// Draws what `isotask show --rules` finds of the rules.
fn rules(subject: &Subject) -> Result<Panel, DrawError> {
    let nothing = DrawError::Nothing { picture: RULES.word, expected: "a schedule or certificate" };
    let (Some(problem), Some(schedule)) = (&subject.problem, &subject.schedule) else { return Err(nothing) };
    if !subject.is_whole {
        return Err(DrawError::Whole { picture: RULES.word });
    }
    let found = schedule.length();
    if found > MAX_SLOTS {
        let (picture, remedy) = (RULES.word, "isotask show lists the rules of all slots");
        return Err(DrawError::TooLarge {
            picture,
            what: "slots of a schedule",
            found,
            most: MAX_SLOTS,
            remedy,
        });
    }
    Ok(drawn(problem.network(), &held(problem, schedule)?))
}

fn drawn(network: &Network, found: &Rules) -> Panel {
    let mut panel = Panel::new(LEFT + SLOT_WIDTH * whole(found.slots.len()) + 10, TOP);
    let whose = match found.node {
        Some(node) => {
            format!("lines and packets of node {}; every other node has the same", network.node_words(node))
        }
        None => "lines and packets of all nodes".to_owned(),
    };
    heading(&mut panel, 14, &format!("Held against the rules: {whose}"));
    chart(&mut panel, &found.slots);
    cells(&mut panel, &found.slots);
    pairs(&mut panel, network, &found.slots);
    storage(&mut panel, network, found);
    panel
}

fn heading(panel: &mut Panel, y: i64, words: &str) {
    panel.text(at(0, y), words, Type::new(13).bold(true));
    panel.width = panel.width.max(text_width(words, 13) + 20);
}

fn slot_left(slot: usize) -> i64 {
    LEFT + SLOT_WIDTH * whole(slot)
}

/// Draws a bar for the critical sum h before every slot.
fn chart(panel: &mut Panel, slots: &[SlotRules]) {
    let greatest = slots.iter().map(|slot| slot.critical_sum).max().unwrap_or(0).max(1);
    let end = TOP + CHART_HEIGHT;
    panel.text(at(0, end - 6), "h of what is left", Type::new(12).color(GRAY));
    for (number, slot) in slots.iter().enumerate() {
        // The number stands above the bar.
        let height = whole(u128::from(slot.critical_sum) * 100 / u128::from(greatest)).max(1);
        panel.fill(at(slot_left(number) + 2, end - height), SLOT_WIDTH - 4, height, shade_of(3).full);
        let middle = Type::new(11).anchor(Anchor::Middle);
        panel.text(
            at(slot_left(number) + SLOT_WIDTH / 2, end - height - 5),
            slot.critical_sum.to_string(),
            middle,
        );
    }
    panel.line(at(LEFT, end), at(LEFT + SLOT_WIDTH * whole(slots.len()), end), Pen::new(RULE, 1));
    panel.height = end;
}

/// Draws a row of cells for every number or rule; the cells of slots that break a rule, and of slots with
/// idle links, are dark.
fn cells(panel: &mut Panel, slots: &[SlotRules]) {
    let unserved = |slot: &SlotRules| slot.critical.iter().filter(|line| !line.is_served).count();
    let number = |count: usize| if count == 0 { String::new() } else { count.to_string() };
    let sends = |slot: &SlotRules| match slot.sends {
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least}–{most}"),
    };
    put_row(panel, "slot", slots, |at, _| (at.to_string(), false));
    put_row(panel, "critical lines", slots, |_, slot| (slot.critical.len().to_string(), false));
    put_row(panel, "not served (OCTR)", slots, |_, slot| (number(unserved(slot)), unserved(slot) > 0));
    let broken = |slot: &SlotRules| slot.oadd.is_some();
    put_row(panel, "OADD broken", slots, |_, slot| {
        (if broken(slot) { "×".to_owned() } else { String::new() }, broken(slot))
    });
    put_row(panel, "idle links", slots, |_, slot| (number(slot.idle.len()), !slot.idle.is_empty()));
    put_row(panel, "sends of a node", slots, |_, slot| (sends(slot), false));
}

fn put_row(
    panel: &mut Panel,
    name: &str,
    slots: &[SlotRules],
    cell: impl Fn(usize, &SlotRules) -> (String, bool),
) {
    let top = panel.height;
    panel.text(at(0, top + ROW_HEIGHT - 8), name, Type::new(12).color(GRAY));
    for (number, slot) in slots.iter().enumerate() {
        let (words, is_broken) = cell(number, slot);
        let shade = shade_of(6);
        let fill = if is_broken { shade.full } else { EMPTY };
        panel.fill(at(slot_left(number) + 1, top + 2), SLOT_WIDTH - 2, ROW_HEIGHT - 3, fill);
        let style = Type::new(11).anchor(Anchor::Middle);
        let style = if is_broken { style.color(shade.text).bold(true) } else { style };
        panel.text(at(slot_left(number) + SLOT_WIDTH / 2, top + ROW_HEIGHT - 9), words, style);
    }
    panel.height = top + ROW_HEIGHT;
}

/// Lists the first pair that breaks OADD in each slot.
fn pairs(panel: &mut Panel, network: &Network, slots: &[SlotRules]) {
    let broken: Vec<(usize, &OaddPair)> =
        slots.iter().enumerate().filter_map(|(slot, rules)| Some((slot, rules.oadd.as_ref()?))).collect();
    if broken.is_empty() {
        return;
    }
    heading(panel, panel.height + 30, "First packets that break OADD");
    panel.height += 34;
    for &(slot, pair) in broken.iter().take(MAX_PAIRS) {
        let (moves, stays) = (packet_name(network, pair.moves.0), packet_name(network, pair.stays.0));
        put_line(
            panel,
            format!(
                "slot {slot}, at {}: {moves} moves with {} to go, {stays} stays with {}",
                network.node_name(pair.node),
                pair.moves.1,
                pair.stays.1
            ),
        );
    }
    if broken.len() > MAX_PAIRS {
        put_line(panel, format!("and {} slots more", broken.len() - MAX_PAIRS));
    }
}

fn put_line(panel: &mut Panel, words: String) {
    panel.height += LINE_HEIGHT;
    panel.width = panel.width.max(text_width(&words, 12) + 20);
    panel.text(at(10, panel.height - 4), words, Type::new(12));
}

fn packet_name(network: &Network, one: One) -> String {
    let ends = one.packet.named(network, " → ");
    one.copy.map_or_else(|| ends.clone(), |copy| format!("{ends} #{copy}"))
}

/// Draws the packets that nodes store: the greatest number before a slot, pale, and the average, full.
fn storage(panel: &mut Panel, network: &Network, found: &Rules) {
    if found.storage.is_empty() {
        return;
    }
    heading(
        panel,
        panel.height + 30,
        "Packets stored before a slot, not home yet: average and greatest number",
    );
    panel.height += 36;
    let slots = u128::from(count_of(found.slots.len()).max(1));
    let greatest = u128::from(found.storage.iter().map(|of| of.most).max().unwrap_or(0).max(1));
    for of in found.storage.iter().take(MAX_STORES) {
        let pixels = u128::try_from(MAX_BAR_LENGTH).unwrap_or(0);
        let most = whole(u128::from(of.most) * pixels / greatest);
        let average = whole(u128::from(of.sum) * pixels / (greatest * slots));
        let hundredths = (u128::from(of.sum) * 100 + slots / 2) / slots;
        let top = panel.height;
        panel.text(at(LEFT - 10, top + 13), network.node_name(of.node), Type::new(12).anchor(Anchor::End));
        panel.fill(at(LEFT, top), most, 16, shade_of(3).pale);
        panel.fill(at(LEFT, top), average, 16, shade_of(3).full);
        let words = format!("{}.{:02} and {}", hundredths / 100, hundredths % 100, of.most);
        panel.text(at(LEFT + MAX_BAR_LENGTH + 10, top + 13), words, Type::new(12).color(GRAY));
        panel.height = top + LINE_HEIGHT + 2;
    }
    panel.width = panel.width.max(LEFT + MAX_BAR_LENGTH + 130);
    if found.storage.len() > MAX_STORES {
        put_line(panel, format!("and {} nodes more", found.storage.len() - MAX_STORES));
    }
}
