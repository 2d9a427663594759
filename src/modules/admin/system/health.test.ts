import { expect, test } from "vitest";
import { type HealthFacts, type HealthState, healthRows, healthSentence } from "./health.ts";

const now = new Date("2026-11-30T11:05:00Z");
const gib = 1024 ** 3;
const well: HealthFacts = {
  database: { version: "17.2", bytes: 412 * 1024 ** 2, connections: 11, most: 60, ms: 3 },
  disk: { free: 40 * gib, whole: 50 * gib, fullInDays: null },
  files: { place: "S3, bucket files", ms: 41 },
  mail: {
    kind: "smtp",
    host: "smtp.example.net",
    sentAt: new Date("2026-11-30T11:02:00Z"),
    waiting: 0,
    dueSince: null,
  },
  providers: [
    {
      name: "Card by Stripe",
      lastEvent: new Date("2026-11-30T10:47:00Z"),
      answer: { ok: true, message: "the keys work.", when: "today" },
    },
  ],
  clock: { driftMs: 200, jump: null },
};
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test("everything works: a row for each part, in words", () => {
  const rows = healthRows(well, now, "UTC");
  expect(rows.map(({ name, state }) => [name, state])).toEqual(
    ["Database", "Disk", "Store of files", "E-mail", "Card by Stripe", "Clock"].map((name) => [name, "works"]),
  );
  expect(rows[0]?.note).toBe("PostgreSQL 17.2, 412\u00a0MB, 11 of 60 connections.");
  expect(healthSentence(rows)).toBe("Everything works.");
});

type Case = [what: string, part: Partial<HealthFacts>, name: string, state: HealthState, note: RegExp];
test.each<Case>([
  ["connections", { database: { ...well.database, connections: 48 } }, "Database", "attention", /max_connections/],
  ["fewer connections", { database: { ...well.database, connections: 47 } }, "Database", "works", /47 of 60/],
  [
    "a disk that fills up",
    { disk: { free: 10 * gib, whole: 50 * gib, fullInDays: null } },
    "Disk",
    "attention",
    /^10\sGB free of 50\sGB/,
  ],
  ["a disk below four fifths", { disk: { free: 10.1 * gib, whole: 50 * gib, fullInDays: null } }, "Disk", "works", /./],
  [
    "a disk that is full in six weeks",
    { disk: { free: 30 * gib, whole: 50 * gib, fullInDays: 42 } },
    "Disk",
    "attention",
    /50\sGB\. At this rate full in about 6\sweeks\. Make room/,
  ],
  [
    "one that is full later",
    { disk: { free: 30 * gib, whole: 50 * gib, fullInDays: 90 } },
    "Disk",
    "works",
    /full in about 3\smonths\.$/,
  ],
  [
    "one that is full far off",
    { disk: { free: 30 * gib, whole: 50 * gib, fullInDays: 366 } },
    "Disk",
    "works",
    /50\sGB\.$/,
  ],
  ["files away", { files: { ...well.files, ms: null } }, "Store of files", "failed", /cannot be opened/],
  ["mail not set up", { mail: { ...well.mail, kind: "none" } }, "E-mail", "failed", /SMTP_URL is not set/],
  ["the mailbox", { mail: { ...well.mail, kind: "mailbox", waiting: 9 } }, "E-mail", "works", /mailbox/],
  [
    "e-mails wait five minutes",
    { mail: { ...well.mail, waiting: 2, dueSince: minutesAgo(5) } },
    "E-mail",
    "attention",
    /waited for 5\smin/,
  ],
  ["e-mails wait less", { mail: { ...well.mail, waiting: 2, dueSince: minutesAgo(4.9) } }, "E-mail", "works", /11:02/],
  ["none was sent", { mail: { ...well.mail, sentAt: null } }, "E-mail", "works", /has accepted no e-mail yet/],
  [
    "a provider refuses the keys",
    {
      providers: [
        { name: "PayPal", lastEvent: null, answer: { ok: false, message: "it does not answer.", when: "today" } },
      ],
    },
    "PayPal",
    "failed",
    /^Checked today: it does not answer\. No message has arrived yet\.$/,
  ],
  [
    "a provider that nobody checked",
    { providers: [{ name: "PayPal", lastEvent: null, answer: null }] },
    "PayPal",
    "attention",
    /set-up guide/,
  ],
  ["clocks apart", { clock: { driftMs: -5_001, jump: null } }, "Clock", "attention", /^5\.0 s from/],
  [
    "a jump",
    { clock: { driftMs: 0, jump: { from: minutesAgo(180), to: now } } },
    "Clock",
    "attention",
    /Confirm the time/,
  ],
])("%s", (_what, part, name, state, note) => {
  const rows = healthRows({ ...well, ...part }, now, "UTC");
  expect(rows.find((row) => row.name === name)).toMatchObject({ state, note: expect.stringMatching(note) });
  const wrong = rows.filter((row) => row.state !== "works");
  expect(wrong).toHaveLength(state === "works" ? 0 : 1);
  expect(healthSentence(rows)).toBe(
    state === "works" ? "Everything works." : `${name} needs attention. Orders and chats work.`,
  );
});

test("several parts are named; no disk has no row", () => {
  const rows = healthRows(
    { ...well, disk: null, files: { ...well.files, ms: null }, clock: { driftMs: 9_000, jump: null } },
    now,
    "UTC",
  );
  expect(rows.map(({ name }) => name)).not.toContain("Disk");
  expect(healthSentence(rows)).toBe("Store of files and Clock need attention. Orders and chats work.");
});
