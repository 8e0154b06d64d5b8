"""Accessibility checks of a page, by axe and by its width."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

SMALLEST = 320  # pixels wide
SCHEMES = {360: ("light",), 390: ("light",), 1280: ("light", "dark")}  # the colours are the same on a phone
# Whether a text can be told from what is behind it is by far axe's dearest question. Its answer is the same for all
# texts of one look, so it is asked of three of each: the first on the page, the one in the middle and the last.
CHECK = """
    async rules => {
      const behind = new Map([[null, ""]]), looks = new Map();
      const isOff = element => Boolean(element?.closest(":disabled, [aria-disabled=true], [inert]"));
      const layersOf = element => {
        if (!behind.has(element)) {
          const { backgroundColor, backgroundImage, opacity, position, filter, clip } = getComputedStyle(element);
          const own = [backgroundColor, backgroundImage, opacity, position, filter, clip].join();
          behind.set(element, `${layersOf(element.parentElement)}/${own}`);
        }
        return behind.get(element);
      };
      const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
      for (const element of document.body.querySelectorAll("*")) {
        if (!element.checkVisibility()) continue;
        if (![...element.childNodes].some(isText) && !element.matches("input, select, textarea")) continue;
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const off = isOff(element) || isOff(element.closest("label")?.control);
        const look = [layersOf(element), color, fontSize, fontWeight, textShadow, off].join();
        looks.set(look, [...(looks.get(look) ?? []), element]);
      }
      const asked = [...looks.values()].flatMap(alike => [0, alike.length >> 1, alike.length - 1].map(at => alike[at]));
      asked.forEach(element => element.toggleAttribute("data-look", true));
      axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
      const { violations } = await axe.run({ resultTypes: ["violations"], ...rules });
      asked.forEach(element => element.removeAttribute("data-look"));
      return violations.map(({ id, nodes }) => [id, nodes[0].html]);
    }
"""


def violations(page: Page, *schemes: str) -> list[tuple[str, str, str]]:
    """What axe finds on the page in the first scheme, and among its colours in the others; nothing else differs."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    faults = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        rules = {} if scheme == schemes[0] else {"runOnly": ["color-contrast"]}
        faults += [(scheme, rule, html) for rule, html in page.evaluate(CHECK, rules)]
    return faults


def accessibility(page: Page) -> list[tuple[str, str, str]]:
    """What axe finds on the page."""
    assert page.viewport_size
    return violations(page, *SCHEMES[page.viewport_size["width"]])


def small_targets(page: Page) -> list[str]:
    """What is too small to be tapped, or too near to something else."""
    page.evaluate(AXE_SCRIPT)
    too_small = page.evaluate("async () => (await axe.run({ runOnly: ['target-size'] })).violations")
    return [node["html"] for violation in too_small for node in violation["nodes"]]


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("Math.max(0, document.documentElement.scrollWidth - window.innerWidth)"))


def faults(page: Page) -> list[Any]:
    """What axe finds at the page's own width, and by how much the page is too wide for the smallest phone."""
    return [*accessibility(page), *too_wide(page)]


def too_wide(page: Page) -> list[tuple[str, int]]:
    """By how much the page is too wide for the smallest phone, if it is."""
    before = page.viewport_size
    assert before
    page.set_viewport_size({"width": SMALLEST, "height": before["height"]})
    pixels = sideways(page)
    page.set_viewport_size(before)
    return [("pixels too wide", pixels)] if pixels else []


# The pairs of texts that lie upon each other as they are seen; what is pinned to the window lies upon all of them.
OVERLAPS = """
    () => {
      const isLaidAside = element => {
        for (; element; element = element.parentElement) {
          const { position, clipPath } = getComputedStyle(element);
          if (["sticky", "fixed"].includes(position) || clipPath !== "none") return true;
        }
        return false;
      };
      const seenOf = (box, element) => {
        const { left, right, top, bottom } = box, clip = element.getBoundingClientRect();
        const isClipped = getComputedStyle(element).overflow !== "visible";
        return isClipped ? { left: Math.max(left, clip.left), right: Math.min(right, clip.right), top, bottom } : box;
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), boxes = [];
      for (let text; (text = texts.nextNode()); ) {
        const element = text.parentElement;
        if (!text.data.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.closest("option, noscript") || isLaidAside(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) boxes.push({ text, ...seenOf(box.toJSON(), element) });
      }
      boxes.sort((box, other) => box.top - other.top);
      const pairs = [];
      boxes.forEach((box, at) => {
        for (const other of boxes.slice(at + 1)) {
          if (other.top >= box.bottom) break;
          const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const down = Math.min(box.bottom, other.bottom) - other.top;
          // Letters are lower than their line, so lines may touch.
          const isUpon = across > 2 && down > 0.3 * Math.min(box.bottom - box.top, other.bottom - other.top);
          if (isUpon && box.text !== other.text) pairs.push(`${box.text.data.trim()} | ${other.text.data.trim()}`);
        }
      });
      return pairs;
    }
"""


def overlaps(page: Page) -> list[str]:
    """The pairs of texts on the page that lie upon each other."""
    return list(page.evaluate(OVERLAPS))
