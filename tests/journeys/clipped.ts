import type { Page } from "@playwright/test";
import { sized } from "../support/full-run.ts";

/** The widths at which every screen is looked at, in CSS pixels: in a short run the narrowest of each layout. */
const widths = sized([320, 768, 1100, 1440], [320, 390, 768, 1024, 1100, 1180, 1280, 1366, 1440]);

/** What of the page is cut off, sticks out, is narrower than its content, or lies under the way to support. Runs in the page. */
function findClipped(): string[] {
  const found: string[] = [];
  const view = document.documentElement.clientWidth;
  const nameOf = (element: Element): string => {
    const shownText = (element.getAttribute("aria-label") ?? element.textContent ?? "")
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 40);
    const { className } = element;
    return `${element.tagName.toLowerCase()}.${typeof className === "string" ? className.split(" ")[0] : ""} "${shownText}"`;
  };
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const styleOf = (element: Element) => getComputedStyle(element);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const inHead: [Element, DOMRect][] = [];
  type Window = { left: number; right: number } | null;
  const windows = new Map<Element, Window>();
  /** The box that shows what lies in the element: its edges, or null where one can scroll to the rest. */
  const windowIn = (element: Element): Window => {
    const known = windows.get(element);
    if (known !== undefined) return known;
    const { overflowX } = styleOf(element);
    let seen = element.parentElement ? windowIn(element.parentElement) : { left: 0, right: view };
    if (overflowX === "auto" || overflowX === "scroll") seen = null;
    else if (seen && overflowX !== "visible") {
      const box = element.getBoundingClientRect();
      seen = { left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right) };
    }
    windows.set(element, seen);
    return seen;
  };
  const windowOf = ({ parentElement }: Element): Window =>
    parentElement ? windowIn(parentElement) : { left: 0, right: view };
  const outside = (element: Element, { left, right }: { left: number; right: number }): boolean => {
    const seen = windowOf(element);
    return seen !== null && (left < seen.left - 1.5 || right > seen.right + 1.5);
  };
  const canvas = document.createElement("canvas").getContext("2d");
  const textWidth = (text: string, style: CSSStyleDeclaration): number => {
    if (!canvas) return 0;
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return canvas.measureText(text).width;
  };
  const roomIn = (element: Element, style: CSSStyleDeclaration): number =>
    element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);

  if (document.documentElement.scrollWidth > view)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const cards = new Map<Element, Element | null>();
  /** Whose edge left and right the text may not cross. */
  const cardOf = (element: Element | null): Element | null => {
    if (!element || element === document.body) return null;
    const known = cards.get(element);
    if (known !== undefined) return known;
    const { borderLeftWidth, borderRightWidth, overflowX, position } = styleOf(element);
    const isOpen = overflowX === "visible" && position !== "fixed";
    const isCard = borderLeftWidth !== "0px" && borderRightWidth !== "0px";
    const card = !isOpen ? null : isCard ? element : cardOf(element.parentElement);
    cards.set(element, card);
    return card;
  };
  const isBroken = (node: Node, { 0: word, index }: RegExpExecArray): boolean => {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  };
  const meet = (one: DOMRect, other: DOMRect): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6;
  const controls = [
    ...document.querySelectorAll("button, a.btn, summary, select, textarea, input, .seg label, .deadline-steps label"),
  ];
  const shown = controls.filter(
    (one) => isShown(one) && !(one instanceof HTMLInputElement && styleOf(one).opacity === "0"),
  );
  for (const one of shown.filter((each) => !each.matches(".vh, .vh *"))) {
    const style = styleOf(one);
    if (outside(one, one.getBoundingClientRect())) found.push(`cut off: ${nameOf(one)}`);
    if (one instanceof HTMLSelectElement) {
      const shownText = one.selectedOptions[0]?.label ?? "";
      if (textWidth(shownText, style) > roomIn(one, style) + 1)
        found.push(`narrower than its choice: ${nameOf(one)} ${shownText}`);
    } else if (one instanceof HTMLInputElement) {
      const shownText =
        one.type === "date" ? "00/00/0000" : one.type === "time" ? "00:00 AM" : one.type === "number" ? one.value : "";
      if (textWidth(shownText, style) > roomIn(one, style) + 1) found.push(`narrower than its value: ${one.name}`);
    } else if (
      one.scrollWidth > one.clientWidth + 1 &&
      style.display !== "inline" &&
      !one.matches(".bell, .chat-btn, .drop-menu > summary")
    )
      found.push(`narrower than its content: ${nameOf(one)}`);
  }
  // Dense rows are the admin's: a finger uses the other pages.
  const least = document.querySelector(".side") ? 0 : 43.5;
  for (const one of shown.filter((each) => !each.matches(".vh, .vh *, [href='#main'], textarea"))) {
    const { width, height } = one.getBoundingClientRect();
    const drawn = one instanceof HTMLInputElement && /^(checkbox|radio|file|hidden)$/.test(one.type);
    if (!drawn && (width < least || height < least))
      found.push(`smaller than a finger: ${nameOf(one)} ${Math.round(width)} x ${Math.round(height)}`);
  }
  for (const cell of document.querySelectorAll("td, th"))
    if (
      isShown(cell) &&
      !cell.querySelector(":scope > .vh") &&
      (cell.scrollWidth > cell.clientWidth + 1 || outside(cell, cell.getBoundingClientRect()))
    )
      found.push(`cell: ${nameOf(cell)}`);

  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (
      !parent ||
      !node.textContent?.trim() ||
      parent.closest("script, style, noscript, option, svg, .vh, [href='#main']")
    )
      continue;
    if (!isShown(parent) || parent.closest("[style*=clip], .truncate")) continue;
    // Words that are shortened on purpose lead to the whole of them.
    const cut =
      parent.closest("a, summary, li, header")?.querySelector("*") && styleOf(parent).textOverflow === "ellipsis";
    if (cut || styleOf(parent).webkitLineClamp !== "none") continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const card = cardOf(parent)?.getBoundingClientRect();
    if (card && box.width > 2 && (box.left < card.left - 1 || box.right > card.right + 1))
      found.push(`leaves its card: ${nameOf(parent)}`);
    const { display, columnGap } = styleOf(parent);
    const after = node.nextSibling instanceof Element && isShown(node.nextSibling) ? node.nextSibling : null;
    // The space at the end of a part of a flex box is not drawn.
    const gap = after ? Math.max(Number.parseFloat(columnGap) || 0, Number.parseFloat(styleOf(after).marginLeft)) : 0;
    if (after && /\S\s$/.test(node.textContent) && /flex|grid/.test(display) && gap <= 0)
      found.push(`no space before ${nameOf(after)}: ${nameOf(parent)}`);
    if (parent.closest(".mast")) {
      for (const [other, place] of inHead) if (meet(box, place)) found.push(`over ${nameOf(other)}: ${nameOf(parent)}`);
      inHead.push([parent, box]);
    }
    if (parent.closest("td, th"))
      for (const word of (node.textContent ?? "").matchAll(/(?<!\S)\p{L}+(?!\S)/gu))
        if (isBroken(node, word)) found.push(`broken word: ${word[0]}`);
    range.selectNodeContents(node);
    if (
      outside(parent.firstElementChild ?? parent, range.getBoundingClientRect()) &&
      outside(parent, range.getBoundingClientRect())
    )
      found.push(`text: ${nameOf(parent)}`);
  }

  const tile = document.querySelector(".chat-btn");
  if (tile && isShown(tile) && styleOf(tile).position === "fixed") {
    const box = tile.getBoundingClientRect();
    for (const one of [...shown, ...document.querySelectorAll(".sum, .amt")]) {
      const other = one.getBoundingClientRect();
      const meets =
        other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top;
      const inBar = tile.matches("body:has(.pricebar:not(.away)) *") && !one.closest(".pricebar") && view < 1024;
      if (one !== tile && isShown(one) && meets && !inBar) found.push(`under the chat: ${nameOf(one)}`);
    }
  }
  return [...new Set(found)];
}

/** What of the open page is cut off on a sheet of A4. */
export async function clippedOnPaper(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 660, height: 930 });
  await page.emulateMedia({ media: "print" });
  const found = await page.evaluate(findClipped);
  await page.emulateMedia({ media: "screen" });
  return found.filter((what) => /^(text|cell|the page|leaves|broken)/.test(what));
}

/** Looks at the open page at every width. */
export async function clippedAt(page: Page, path: string): Promise<string[]> {
  const all: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate(findClipped);
    all.push(...found.map((what) => `${path} at ${width}: ${what}`));
  }
  return all;
}
