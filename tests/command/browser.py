"""Plays a page of `isotask draw` in Chromium, as a person would: by its buttons, its keys and its lists.

Arguments: the page, and a file with the moves of every slot, [[[packet, from, to], …], …], as they are called.
Ends with a message where the page does not do what it should, or where the browser's console says anything.
"""

import json
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait


def main():
    page, moves = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
    options = webdriver.ChromeOptions()
    for word in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,1000"]:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options)
    try:
        driver.get(page.resolve().as_uri())
        play(driver, moves)
        said = driver.get_log("browser")
        assert not said, f"the console says {said}"
    finally:
        driver.quit()


def play(driver, moves):
    last = len(moves) - 1
    of = lambda name: driver.find_element(By.ID, name)
    body = driver.find_element(By.TAG_NAME, "body")

    def is_at(slot):
        count = len(moves[slot])
        begins = f"Slot {slot} of 0 to {last}: {count} move{'' if count == 1 else 's'}, "
        assert of("now").text.startswith(begins), f"{of('now').text!r}, expected {begins!r}"
        assert int(of("time").get_attribute("value")) == slot
        drawn = driver.find_elements(By.CSS_SELECTOR, "#network [data-move]")
        assert sorted(tag.text for tag in drawn) == sorted(move[0].strip("()") for move in moves[slot]), slot
        rows = [[cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
                for row in driver.find_elements(By.CSS_SELECTOR, "#moves tr")]
        assert sorted((row[1], row[2]) for row in rows) == sorted((move[1], move[2]) for move in moves[slot]), rows

    assert of("now").get_attribute("aria-live") == "polite"
    is_at(0)
    for slot in range(1, last + 1):
        of("step").click()
        is_at(slot)
    of("step").click()
    is_at(last)
    of("back").click()
    is_at(last - 1)
    # Without a mouse.
    driver.execute_script("document.activeElement.blur()")
    for key, slot in [(Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_LEFT, 0), (Keys.END, last)]:
        body.send_keys(key)
        is_at(slot)
    of("time").send_keys(Keys.ARROW_LEFT)
    is_at(last - 1)
    # Play begins anew at the end, and stops there.
    driver.execute_script("document.activeElement.blur()")
    body.send_keys(Keys.END)
    of("play").click()
    assert of("play").text == "Pause"
    WebDriverWait(driver, 20).until(lambda _: int(of("time").get_attribute("value")) >= 1)
    of("play").click()
    assert of("play").text == "Play"
    stopped = int(of("time").get_attribute("value"))
    time.sleep(1.2)
    is_at(stopped)
    driver.execute_script("document.activeElement.blur()")
    body.send_keys(" ")
    WebDriverWait(driver, 20 + len(moves)).until(lambda _: of("play").text == "Play")
    is_at(last)
    ways(driver, of, moves)


def ways(driver, of, moves):
    """A packet, and a node, show their moves in all slots."""
    rows = lambda: len(driver.find_elements(By.CSS_SELECTOR, "#moves tr"))
    packet = Select(of("packet"))
    label = packet.options[-1].text
    packet.select_by_visible_text(label)
    assert rows() == sum(move[0] == label for slot in moves for move in slot), label
    assert label in of("caption").text
    packet.select_by_index(0)
    # All packets start at one node.
    name = moves[0][0][1]
    Select(of("node")).select_by_visible_text(name)
    assert rows() == sum(len(slot) for slot in moves), name
    Select(of("view")).select_by_visible_text("what it sends and receives")
    assert rows() == sum(name in move[1:] for slot in moves for move in slot), name
    # The same by the mouse, which also lets go.
    nodes = driver.find_elements(By.CSS_SELECTOR, "#network .node")
    node = next(node for node in nodes if node.text == name)
    node.find_element(By.TAG_NAME, "circle").click()
    assert of("node").get_attribute("value") == ""


main()
