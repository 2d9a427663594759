import { expect, test } from "vitest";
import { machineLabel, reasonOf, trailDetail, trailLabel } from "./trail-labels.ts";

test.each([
  ["account.signed-in", "Signed in"],
  ["account.confirmed", "Confirmed who it is"],
  ["account.email-change-asked", "Change of e-mail requested"],
  ["account.provider-connected", "Provider connected"],
  ["writer.made", "Writer account opened"],
  ["order.hold", "Put on hold with a question"],
  ["order.draft", "Draft added"],
  ["payments.refunded", "Refund made"],
  ["constructor", "Constructor"],
  ["order.constructor", "Constructor"],
])("%s is called %j", (action, text) => {
  expect(trailLabel(action)).toBe(text);
});

test.each([
  ["account.signed-in", { way: "password", factor: false }, "by password"],
  ["account.confirmed", { way: "backup-code" }, "by backup code"],
  ["account.signed-in", { way: "google", factor: true }, "by Google, with a second factor"],
  [
    "account.role-changed",
    { from: 1, to: 3, capabilities: ["orders", "people"], reason: "New." },
    "Client to Admin, may work with Orders, People",
  ],
  ["account.role-changed", { from: 3, to: 1, capabilities: [] }, "Admin to Client"],
  ["account.email-changed", { from: "a@b.test", to: "c@d.test" }, "a@b.test to c@d.test"],
  ["account.sessions-ended", { count: 1, reason: "x" }, "1 session"],
  ["account.profile-changed", { fields: ["name", "timeZone"] }, "name, timeZone"],
  [
    "writer.changed",
    { from: { active: true, capacity: 3 }, to: { active: false, capacity: 3 } },
    "active yes, capacity 3 to active no, capacity 3",
  ],
  ["account.other", { strange: { deep: [1, null] } }, "strange: deep 1"],
  ["account.blocked", { reason: "A stolen card." }, ""],
  [
    "order.assign",
    { from: "confirmed", to: "assigned", money: { kind: "held" } },
    "No writer yet to Writer asked, the money stays held",
  ],
  [
    "order.place",
    { from: "pending", to: "pending", money: { kind: "owed", cents: 9240, currency: "USD" } },
    "$92.40 asked for",
  ],
  ["payments.refunded", { refund: "01a2069a-23e9-70ed-a13c-69c222981410", cents: 10560 }, "$105.60"],
])("%s of %o says %j", (action, detail, text) => {
  expect(trailDetail(action, detail)).toBe(text);
});

test("a reason stands on its own", () => {
  expect(reasonOf({ reason: "A stolen card." })).toBe("A stolen card.");
  expect(reasonOf({ reason: 7 })).toBeNull();
});

test.each([
  ["guest", "Not signed in"],
  ["system:demo", "Demo data"],
  ["system:payments.refunds", "Automatic"],
  ["provider:stripe", "Stripe"],
])("%s is called %j", (actor, text) => {
  expect(machineLabel(actor)).toBe(text);
});
