import type { Locator, Page } from "@playwright/test";
import { expect } from "../browser.ts";

type Failing = { line: string; times?: number; stays?: boolean; lateTimers?: boolean };
/**
 * Uses a field (types `to`, or presses it) while the next `times` changes of a text with `line` in it fail, as foreign
 * scripts have them fail; `stays`: then every new part with a title. React draws what waits in other parts of the page in
 * the same turn: without `line` one of them could be the part that fails.
 */
export const triggerFailure = (
  field: Locator,
  to: string | null,
  { line, times = 2, stays = false, lateTimers = false }: Failing,
) =>
  field.evaluate(
    (element, [typed, named, most, always, late]) => {
      const { appendChild, insertBefore } = Node.prototype;
      const words = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") as PropertyDescriptor;
      let left = most;
      const refuse = (fresh: Node, text = fresh.textContent): void => {
        const fails = left > 0 && text?.includes(named);
        if (!fails && !(always && fresh instanceof Element && fresh.querySelector("[name=title]"))) return;
        left = Math.max(0, left - 1);
        throw new DOMException("the browser refuses", "NotFoundError");
      };
      Node.prototype.insertBefore = function <T extends Node>(this: Node, fresh: T, before: Node | null): T {
        refuse(fresh);
        return insertBefore.call(this, fresh, before) as T;
      };
      Node.prototype.appendChild = function <T extends Node>(this: Node, fresh: T): T {
        if ((fresh as Node).nodeName !== "LINK") refuse(fresh);
        return appendChild.call(this, fresh) as T;
      };
      Object.defineProperty(Node.prototype, "nodeValue", {
        ...words,
        set(this: Node, text: string) {
          refuse(this, text);
          words.set?.call(this, text);
        },
      });
      (element as HTMLElement).dataset.before = "";
      if (late) {
        const { setTimeout } = window;
        const waiting: (() => void)[] = [];
        window.setTimeout = ((run: () => void, ms?: number, ...more: []) =>
          ms ? setTimeout(run, ms, ...more) : waiting.push(() => run(...more))) as typeof window.setTimeout;
        addEventListener("timers-run", () => {
          window.setTimeout = setTimeout;
          for (const run of waiting) run();
        });
      }
      if (typed === null) return (element as HTMLElement).click();
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value")?.set?.call(element, typed);
      for (const name of ["input", "change"]) element.dispatchEvent(new Event(name, { bubbles: true }));
    },
    [to, line, times, stays, lateTimers] as const,
  );

/** The field that was used is another one now. */
export const expectDrawnAgain = (page: Page) => expect(page.locator("[data-before]")).toHaveCount(0);

/**
 * From now on the page fails wherever an element of `inside` gets a child `fresh` (selectors). `insertBefore` is left alone:
 * what comes last is appended.
 */
export const failAppending = (page: Page, inside: string, fresh: string) =>
  page.evaluate(
    ([place, child]) => {
      const { appendChild } = Node.prototype;
      Node.prototype.appendChild = function <T extends Node>(this: Node, added: T): T {
        const fails = this instanceof Element && (added as Node) instanceof Element;
        if (fails && this.matches(place) && (added as unknown as Element).matches(child))
          throw new DOMException("the browser refuses", "NotFoundError");
        return appendChild.call(this, added) as T;
      };
    },
    [inside, fresh] as const,
  );
