import { describe, expect, test } from "vitest";
import { type SetupFacts, textsToRead } from "./setup-step.ts";
import { progressOf, setupGroups } from "./steps.ts";

const good = { ok: true, message: "the keys work.", when: "today, 10:12" };
const bad = { ...good, ok: false, message: "it does not answer. Check again in a few minutes." };

const fresh: SetupFacts = {
  site: {
    name: "Paperwright",
    legalName: "",
    email: "support@example.com",
    hours: "every day",
    saved: false,
    emailIsStandard: true,
  },
  read: [],
  methods: [
    { key: "stripe", name: "Card by Stripe", set: false, answer: null },
    { key: "paypal", name: "PayPal", set: false, answer: null },
  ],
  bank: false,
  prices: { saved: false, read: null },
  protection: { answerHours: 24, confirmHours: 2, read: null },
  openChoices: 12,
  tax: "",
  mail: { configured: false, answer: null },
  writers: { active: 0, waiting: 0 },
  admins: 1,
  backup: null,
  files: { bucket: null, answer: null },
  testOrder: { sandbox: false, paid: false },
  hasBackupTarget: false,
  address: { url: "http://localhost:3000", answer: null },
};
const all = textsToRead.map(({ key }) => key);
const stepOf = (facts: SetupFacts, key: string) =>
  setupGroups(facts)
    .flatMap(({ steps }) => steps)
    .find((step) => step.key === key);

test("a new shop has fifteen steps, three of them optional, and cannot be opened", () => {
  const { all: count, done, toDo, optional, mayOpen } = progressOf(setupGroups(fresh));
  expect({ count, done, toDo: toDo.length, optional, mayOpen }).toEqual({
    count: 15,
    done: 1,
    toDo: 11,
    optional: 3,
    mayOpen: false,
  });
});

test("only the legal name with all texts read is needed to open", () => {
  const named = { ...fresh, site: { ...fresh.site, legalName: "Ada Ltd" } };
  expect(progressOf(setupGroups({ ...named, read: all.slice(1) })).mayOpen).toBe(false);
  expect(progressOf(setupGroups({ ...fresh, read: all })).mayOpen).toBe(false);
  expect(progressOf(setupGroups({ ...named, read: all })).mayOpen).toBe(true);
});

const stripe = (set: boolean, answer: typeof good | null) => ({ key: "stripe", name: "Card by Stripe", set, answer });
const named = { ...fresh.site, saved: true, emailIsStandard: false, name: "Quill House", email: "help@quill.example" };
const cases: [name: string, key: string, facts: Partial<SetupFacts>, state: string, fact: string][] = [
  ["a name that nobody set", "name", {}, "todo", "Paperwright."],
  ["a name", "name", { site: named }, "done", "Quill House."],
  ["the address of nobody", "contact", {}, "todo", "support@example.com, which is nobody's address."],
  ["an address of the shop", "contact", { site: named }, "done", "help@quill.example, every day."],
  ["texts that nobody read", "legal", {}, "todo", "0 of 4 texts read."],
  [
    "a legal name and texts that were read",
    "legal",
    { site: { ...named, legalName: "Ada Ltd" }, read: all },
    "done",
    "4 of 4 texts read. Ada Ltd.",
  ],
  ["prices that nobody looked at", "prices", {}, "todo", "Nobody has checked it yet."],
  ["one admin", "admin", {}, "optional", "You are the only admin."],
  [
    "keys that were not checked",
    "payment",
    { methods: [stripe(true, null)] },
    "todo",
    "Card by Stripe: not checked yet.",
  ],
  ["keys that work", "payment", { methods: [stripe(true, good)] }, "done", "Card by Stripe: the keys work."],
  ["keys that stopped working", "payment", { methods: [stripe(true, bad)] }, "todo", "it does not answer."],
  ["a good answer without keys", "payment", { methods: [stripe(false, good)] }, "todo", "Card by Stripe: no keys."],
  ["a bank account alone", "payment", { bank: true }, "done", "Bank account: set."],
  [
    "prices as shipped, looked at",
    "prices",
    { prices: { saved: false, read: "today, 09:00" } },
    "done",
    "read today, 09:00",
  ],
  ["prices of the shop", "prices", { prices: { saved: true, read: null } }, "done", "You have your own prices."],
  ["hours of protection that nobody read", "protection", {}, "todo", "An answer within 24 hours."],
  [
    "hours of protection that were kept",
    "protection",
    { protection: { answerHours: 1, confirmHours: 2, read: "today, 09:00" } },
    "done",
    "An answer within 1 hour. A second admin confirms within 2 hours. Kept today, 09:00.",
  ],
  ["choices that nobody made", "law", {}, "todo", "12 choices to make."],
  ["all choices made", "law", { openChoices: 0 }, "done", "All is chosen."],
  ["no tax", "tax", {}, "optional", "receipts show no tax"],
  ["a tax", "tax", { tax: "VAT, 19%." }, "done", "VAT, 19%."],
  ["a mail server without a test", "mail", { mail: { configured: true, answer: null } }, "todo", "No test e-mail"],
  ["a test that arrived", "mail", { mail: { configured: true, answer: good } }, "done", "today, 10:12"],
  [
    "an old answer without a mail server",
    "mail",
    { mail: { configured: false, answer: good } },
    "todo",
    "SMTP_URL is not set",
  ],
  [
    "applications without a writer",
    "writers",
    { writers: { active: 0, waiting: 2 } },
    "todo",
    "2 applications to read",
  ],
  ["a writer", "writers", { writers: { active: 1, waiting: 0 } }, "done", "1 writer, no application."],
  ["two admins", "admin", { admins: 2 }, "done", "2 admins."],
  ["files in a folder", "files", {}, "done", "In a folder of the server."],
  ["a bucket that nobody checked", "files", { files: { bucket: "shop", answer: null } }, "todo", "Bucket shop. Not"],
  ["a bucket that works", "files", { files: { bucket: "shop", answer: good } }, "done", "today, 10:12"],
  ["a bucket that fails", "files", { files: { bucket: "shop", answer: bad } }, "todo", "it does not answer"],
  ["no test order, and no sandbox", "test", {}, "optional", "Set PAYMENTS_SANDBOX=on and start again."],
  ["a sandbox", "test", { testOrder: { sandbox: true, paid: false } }, "optional", "Sign in with a second account"],
  ["a test order", "test", { testOrder: { sandbox: false, paid: true } }, "done", "A test order was paid."],
  ["no place for backups", "backup", {}, "todo", "None was made. Set BACKUP_DIR"],
  ["a place without a backup", "backup", { hasBackupTarget: true }, "todo", "None was made yet."],
  ["a backup that failed", "backup", { backup: bad }, "todo", "it does not answer"],
  ["a backup", "backup", { backup: good }, "done", "today, 10:12"],
  [
    "an address that fails",
    "address",
    { address: { url: "https://a.example", answer: bad } },
    "todo",
    "https://a.example.",
  ],
  ["an address that works", "address", { address: { url: "https://a.example", answer: good } }, "done", "today, 10:12"],
];

test("every step is shown done, and to do or optional", () => {
  const states = (key: string) => [...new Set(cases.filter((one) => one[1] === key).map((one) => one[3]))].sort();
  for (const { key } of setupGroups(fresh).flatMap(({ steps }) => steps))
    expect(states(key), key).toEqual(["done", expect.stringMatching(/todo|optional/)]);
});

describe("each state is computed", () => {
  test.each(cases)("%s", (_name, key, facts, state, fact) => {
    const step = stepOf({ ...fresh, ...facts }, key);
    expect(step?.state).toBe(state);
    expect(step?.fact).toContain(fact);
  });
});
