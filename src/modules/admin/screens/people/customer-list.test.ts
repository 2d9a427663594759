import { expect, test } from "vitest";
import { nowLabel } from "./customer-list.tsx";

const none = { open: 0, disputed: 0, late: 0, "no-writer": 0, "needs-quote": 0, transfer: 0, revision: 0 };

test.each([
  [undefined, "none open", false],
  [{ open: 4 }, "4 open", false],
  [{ open: 4, late: 1, "no-writer": 2 }, "1 late", true],
  [{ open: 3, disputed: 1, late: 2 }, "1 disputed", true],
  [{ open: 2, "no-writer": 2 }, "2 without a writer", true],
  [{ open: 1, "needs-quote": 1 }, "1 to quote", false],
  [{ open: 2, transfer: 2 }, "2 transfers", false],
  [{ open: 1, revision: 1 }, "1 revision", false],
  [{ open: 3, revision: 1 }, "3 open", false],
])("%j is said as %j", (open, text, bad) => {
  expect(nowLabel(open && { ...none, ...open })).toEqual({ text: text.replace(/(?<=^\d+) /, "\u00a0"), bad });
});
