"""Verifies certificates in the pages of `isotask draw`, in Chromium, as a person would: opens, changes, drops, prints.

Arguments: a folder with verified.html (a page of the certificate verified.json), refused.json (a certificate of which a claim is
refused), uncovered.html, symmetric.html, long.html (whose verdict takes a second or more) and empty.html (a page without a certificate).
Ends with a message where a page does not do what it should, or where the browser's console says anything.
"""

import base64
import json
import pathlib
import re
import sys

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

VERIFIED = "✓ Verified by a checker whose verdict is a theorem."


class Page:
    """A page in the browser, with its certificate."""

    def __init__(self, driver, file):
        self.driver, self.file = driver, file
        driver.get(file.resolve().as_uri())

    def of(self, name):
        return self.driver.find_element(By.ID, name)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def verdict(self):
        """The verdict, when it has come."""
        is_there = lambda _: not self.of("verdict").text.startswith("Verifying") and not self.of("work").is_displayed()
        WebDriverWait(self.driver, 120).until(is_there)
        return self.of("verdict").text

    def text(self):
        return self.of("text").get_attribute("value")

    def write(self, text):
        """Puts a text where the certificate stands, as one who pastes it."""
        self.run("""
            const text = document.getElementById("text");
            text.value = arguments[0];
            document.getElementById("verdict").textContent = "Verifying …";
            text.dispatchEvent(new Event("input"));""", text)
        return self.verdict()

    def claims(self):
        return [item.text for item in self.driver.find_elements(By.CSS_SELECTOR, "#claims li")]


def is_equal(found, expected):
    assert found == expected, f"{found!r}, expected {expected!r}"


def verified(driver, folder):
    """A certificate is verified, is changed and refused, and is verified once more as it came."""
    page = Page(driver, folder / "verified.html")
    is_equal(page.verdict(), VERIFIED)
    is_equal(page.of("verdict").get_attribute("aria-live"), "polite")
    came = page.text()
    is_equal(came, (folder / "verified.json").read_text().replace("\r\n", "\n"))
    is_equal(len(page.claims()), 2)
    assert all(claim.startswith("✓ proved. ") for claim in page.claims()), page.claims()
    sentence = page.of("sentence").text
    assert sentence.endswith("this schedule takes 4 slots, and no legal schedule, symmetric or not, has less."), sentence
    said = "verified\n  completion time  4, proved: none has less than 4\n  transmissions    12, proved: none has less than 12"
    is_equal(page.of("said").get_attribute("textContent"), said)

    document = json.loads(came)
    # A move over another link: the schedule is refused, and the page says what was changed and where that stands.
    document["schedule"]["slots"][1][2][1] ^= 1
    now = document["schedule"]["slots"][1][2][1]
    is_equal(page.write(json.dumps(document, separators=(",", ":"))), "✗ Refused: the schedule. What it claims is not shown.")
    where = page.of("where").text
    assert f"schedule → slots → 1 → 2 → 1: {now}, was {now ^ 1}." in where, where
    # The first packet that cannot move, by the page's own search.
    assert re.match(r"Slot \d, move \d: link \d carries a second packet\.|Packet \d does not arrive: ", where), where
    page.of("where").find_element(By.TAG_NAME, "button").click()
    place = page.run("const text = document.getElementById('text'); return [document.activeElement.id, text.value.slice(text.selectionStart, text.selectionEnd)]")
    if came == json.dumps(json.loads(came), separators=(",", ":")):
        is_equal(place, ["text", str(now)])
    # Keys belong to the text where one writes, and not to the player.
    slot = page.of("time").get_attribute("value")
    page.of("text").send_keys(Keys.HOME, Keys.ARROW_RIGHT)
    is_equal(page.of("time").get_attribute("value"), slot)
    # One slot less than the bound allows, and a bound above the truth.
    document = json.loads(came)
    document["claims"][0]["lower"]["value"] += 1
    is_equal(page.write(json.dumps(document))[:20], "✗ Refused: a claim. ")
    is_equal([claim[:10] for claim in page.claims()], ["✗ refused.", "✓ proved. "])
    # No JSON: the line and the letter.
    is_equal(page.write('{"format":\n  "é", ]'), "✗ No certificate: expected '\"' at byte 19.")
    assert "line 2, letter 8." in page.of("where").text, page.of("where").text
    # Numbers beyond 2^53 and 2^64 are read as they stand.
    document["claims"][0]["value"] = 2**53 + 1
    page.write(json.dumps(document))
    assert str(2**53 + 1) in page.of("said").get_attribute("textContent"), page.of("said").get_attribute("textContent")
    is_equal(page.write(came.replace('"value":4', '"value":' + str(2**64), 1)).split(" at ")[0], "✗ No certificate: a number above 2^64 - 1")
    page.run("document.getElementById('restore').click()")
    is_equal(page.verdict(), VERIFIED)
    is_equal(page.text(), came)
    # Where the browser has no workers the page is its own.
    page.run("globalThis.Worker = function () { throw new Error('none') }; document.getElementById('restore').click()")
    is_equal(page.verdict(), VERIFIED)
    # The bar of a browser that is stopped at once, and a document that is too long.
    page = Page(driver, folder / "verified.html")
    page.verdict()
    page.run("document.getElementById('restore').click(); document.getElementById('stop').click()")
    assert page.verdict().startswith("? Stopped without a verdict."), page.verdict()
    long = page.write(" " * (4 << 20) + came)
    assert long.startswith("? Too long for a page: ") and "isotask-verify FILE" in long, long


def works_long(driver, folder):
    """While the checker is at work a bar and the seconds are shown, and the page can stop it."""
    page = Page(driver, folder / "long.html")
    page.verdict()
    page.run("document.getElementById('restore').click()")
    WebDriverWait(driver, 60, 0.02).until(lambda _: page.of("work").is_displayed())
    assert re.match(r"\d+ seconds?, \d+ bytes", page.of("seconds").text), page.of("seconds").text
    page.of("stop").click()
    assert page.verdict().startswith("? Stopped without a verdict."), page.verdict()
    page.run("document.getElementById('restore').click()")
    is_equal(page.verdict(), VERIFIED)


def others(driver, folder):
    """What the proof does not cover, and schedules that are bound among symmetric ones only."""
    page = Page(driver, folder / "uncovered.html")
    assert page.verdict().startswith("? Not covered by the proof: a schedule in windows."), page.verdict()
    assert page.of("sentence").text.startswith("Claimed: "), page.of("sentence").text
    page = Page(driver, folder / "symmetric.html")
    is_equal(page.verdict(), VERIFIED)
    assert "no symmetric schedule has less" in page.of("sentence").text, page.of("sentence").text


def stays_true(page, came):
    """What the page cannot play, or cannot even read, is judged as any other; nothing of the document before it is left."""
    document = json.loads(came)
    document["schedule"] = {"kind": "explicit", "packets": [[0, -1], [0]], "slots": [[[0, 0, -1], [7, 1, 1]]]}
    assert page.write(json.dumps(document)).startswith(("✗ ", "? ")), page.of("verdict").text
    assert not page.of("player").is_displayed()
    document["task"]["network"] = {"kind": "hypercube", "dimension": 4_000_000_000}
    assert page.write(json.dumps(document)).startswith(("✗ ", "? ")), page.of("verdict").text
    # As long as a text is read again and again this takes minutes.
    assert page.write('\\"' * 200_000).startswith("✗ No certificate: "), page.of("verdict").text


def plays_by_itself(page, folder):
    """The page draws the certificate that it was given: each slot has the moves that the certificate lists."""
    slots = json.loads((folder / "verified.json").read_text())["schedule"]["slots"]
    assert page.of("player").is_displayed()
    for slot, moves in enumerate(slots):
        told = f"Slot {slot} of 0 to {len(slots) - 1}: {len(moves)} move"
        assert page.of("now").text.startswith(told), page.of("now").text
        is_equal(page.run("return document.querySelectorAll('#moves tr').length"), len(moves))
        is_equal(page.run("return document.querySelectorAll('#network polygon').length"), len(moves))
        page.of("step").click()


def empty(driver, folder):
    """A certificate is chosen by its file, and another is dropped."""
    page = Page(driver, folder / "empty.html")
    assert page.verdict().startswith("No certificate yet:"), page.verdict()
    assert page.of("editor").get_attribute("open") is not None
    assert not page.of("player").is_displayed()
    page.of("file").send_keys(str((folder / "verified.json").resolve()))
    WebDriverWait(driver, 20).until(lambda _: page.text() != "")
    is_equal(page.verdict(), VERIFIED)
    plays_by_itself(page, folder)
    stays_true(page, page.text())
    page.write("{}")
    assert not page.of("player").is_displayed()
    drop = """
        const [text, name] = arguments, held = new DataTransfer();
        held.items.add(new File([name ? Uint8Array.from(text, letter => letter.charCodeAt(0)) : text], "dropped.json"));
        document.getElementById("verdict").textContent = "Verifying …";
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }));"""
    page.run(drop, (folder / "refused.json").read_text(), "")
    WebDriverWait(driver, 20).until(lambda _: page.of("verdict").text.startswith("✗ Refused: "))
    page.run(drop, "{\xe9}", "bytes")
    WebDriverWait(driver, 20).until(lambda _: page.of("verdict").text == "✗ No certificate: the file is no text in UTF-8.")


def looks(driver, folder):
    """A telephone, a dark screen and a sheet of paper."""
    for name in ["verified.html", "symmetric.html", "uncovered.html", "empty.html"]:
        page = Page(driver, folder / name)
        page.verdict()
        printed = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
        is_equal(len(re.findall(rb"/Type\s*/Page\b", printed)), 1)
        background = "return getComputedStyle(document.body).backgroundColor"
        light = page.run(background)
        screen = {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        page.run("for (const part of document.querySelectorAll('details')) part.open = true")
        is_equal(page.run("return [innerWidth, document.documentElement.scrollWidth]"), [390, 390])
        assert page.run(background) != light, name
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        # Nothing was loaded but what the page made itself.
        loaded = page.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
        assert all(place.startswith(("blob:", "data:")) for place in loaded), loaded
        # Whatever can be pressed has a name, for those who hear the page.
        unnamed = page.run("""return [...document.querySelectorAll("button, input, select, textarea, progress")].filter(part =>
            !part.textContent.trim() && !(part.labels && part.labels.length) && !part.ariaLabel).map(part => part.outerHTML)""")
        is_equal(unnamed, [])


def main():
    folder = pathlib.Path(sys.argv[1])
    options = webdriver.ChromeOptions()
    for word in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,1000"]:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options)
    try:
        for part in [verified, works_long, others, empty, looks]:
            part(driver, folder)
            told = driver.get_log("browser")
            assert not told, f"{part.__name__}: the console says {told}"
    finally:
        driver.quit()


main()
