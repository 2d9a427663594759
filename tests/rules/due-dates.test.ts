import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// While a revision is open the work is due at the revision's date (`dueAt`); the deadline of the order is the first
// version's. Whoever reads the deadline of an order outside its module is listed here with the reason.

const reasons: Readonly<Record<string, string>> = {
  "admin/case-file/order-entries": "stands beside the date of the revision",
  "admin/domain/next-actor": "the second choice after the date of the revision",
  "admin/screens/orders/order-facts": "names the zone of the deadline as it was typed",
  "admin/screens/orders/custom-request": "what the client of unpaid custom work wishes",
  "api/webhooks/state-events": "a field of the contract with programs: the deadline of the order",
  "dashboard/screens/change.server": "what a change would move; there is none while a revision is open",
  "dashboard/screens/order-card.server":
    "when unpaid work arrives, and beside the version that came; the work that runs has its own date",
  "notifications/writing/mail-for": "the date that the sources of notices call so is the one of the work that runs",
  "payments/charges/order-to-pay": "until when an unpaid order can be paid",
  "payments/screens/shown-checkout.server": "the order as it is paid for, and the page after it, before the work",
  "writing/screens/workspace.server": "the writer's own deadline for work that can be claimed",
};

test("pages and mails name the date of the work that runs, not the deadline of the first version", () => {
  const files = globSync("src/modules/*/**/*.{ts,tsx}").filter(
    (file) => !/^src\/modules\/(orders|pricing)\/|\.(test|testing)\.tsx?$/.test(file),
  );
  const readers = files.filter((file) => /\border\.deadline\b/.test(readFileSync(file, "utf8")));
  const names = readers.map((file) => file.replace(/^src\/modules\/|\.tsx?$/g, ""));
  expect(names.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
