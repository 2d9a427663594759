import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that decide who may see or do something, one a noun. */
const policy = /\/domain\/policy\.ts$/;
/** What is kept about one person, whoever that is: the module of privacy has asked who wants it. */
const personalData = /\/personal-data\.ts$/;
const sources = globSync("src/**/*.{ts,tsx}").filter(
  (file) => !/\.test\.tsx?$|\.testing\.ts$|test-support/.test(file) && !policy.test(file) && !personalData.test(file),
);

const owner = "(clientId|writerId|chatId|ownerId)";
const anybody = "(clientId|writerId|chatId|ownerId|personId)";
/** The viewer, by its names in the code; a bare `id` stands for it beside the owner of a row. */
const asking = String.raw`([\w.]*\b(viewer|person|admin|client|me)\.id\b|\w*IdOf\([\w.]*viewer\)|\bme\b)`;
/** The owner of a row, compared with the viewer: in TypeScript, and of orders, chats and files in the conditions of a query. */
const ownership = [
  new RegExp(String.raw`\b${anybody}\s*[!=]==?\s*(${asking}|id\b)(?![\w.(])`),
  new RegExp(String.raw`${asking}\s*[!=]==?\s*[\w.]*\b${anybody}\b`),
  new RegExp(String.raw`\beq\(\s*(\w+\.)*${owner},\s*(${asking}|id)\s*\)`),
  new RegExp(String.raw`\beq\(\s*chats\.id,\s*${asking}\s*\)`),
];
const comparesOwners = (text: string): boolean => ownership.some((one) => one.test(text));

/** A capability, asked beside the policies. */
const capability = /\bmay\(\s*[\w.]+,/;
/** What somebody may do, looked up in a list. */
const held = /\bcapabilities\.(includes|some|every)\(/;
/** The role of the viewer. */
const role = /\bviewer\.role\s*[!=]==|[!=]==\s*[\w.]*\bviewer\.role\b|\(viewer\.waitingRole \?\? viewer\.role\)/;

test.each([
  "order.clientId === viewer.id",
  "clientId === me",
  "clientId === id ? 1 : 2",
  "row.writerId !== work.viewer.id",
  "ownerId === viewer.id",
  "viewer.id === file.ownerId",
  "clientIdOf(viewer) === ownerId",
  "eq(threads.clientId, id)",
  "eq(orders.clientId, person.id)",
  "eq(orders.writerId, work.viewer.id)",
  "eq(files.ownerId, viewer.id)",
  "eq(writerId, viewer.id)",
  "eq(chats.id, viewer.id)",
  "found.personId === viewer.id",
  "viewer.id !== attempt.personId",
  "work.viewer.id === personId",
])("a comparison of owners is seen: %s", (text) => expect(comparesOwners(text)).toBe(true));

test.each([
  "eq(orders.clientId, clientId)",
  "order.writerId === null",
  "order.writerId !== row.writerId",
  "eq(orders.id, id)",
  "eq(chats.id, id)",
  "lines.find(({ id }) => id !== chatId)",
  "clientId === idOfSomebody",
  "found.personId === asked.personId",
])("something else is none: %s", (text) => expect(comparesOwners(text)).toBe(false));

test.each(['may(viewer, "orders")', 'may(work.viewer, "money")', "may(person, needs)"])(
  "a capability that is asked for is seen: %s",
  (text) => expect(capability.test(text)).toBe(true),
);

test.each([
  "viewer.role === 2",
  "work.viewer.role !== 3",
  "2 === viewer.role",
  "(viewer.waitingRole ?? viewer.role) === 3",
])("a comparison of the role is seen: %s", (text) => expect(role.test(text)).toBe(true));

const filesWhere = (finds: (text: string) => boolean): string[] =>
  sources.filter((file) => finds(readFileSync(file, "utf8")));

test("only policies compare the people of an order, a chat or a file with the viewer", () => {
  expect(filesWhere(comparesOwners)).toEqual([]);
});

test("only policies ask for a capability; the platform knows no module and has settings of its own", () => {
  expect(filesWhere((text) => capability.test(text))).toEqual([
    "src/platform/clock-watch.ts",
    "src/platform/outgoing-hold.ts",
  ]);
});

test("only policies compare the viewer's role; the viewer's own file defines roles", () => {
  expect(filesWhere((text) => role.test(text))).toEqual(["src/shared/viewer.ts"]);
});

test("only policies look up what an admin may do; screens show it of others, and kinds of notices name it", () => {
  expect(filesWhere((text) => held.test(text)).sort()).toEqual([
    "src/modules/admin/screens/people/person-access.tsx",
    "src/modules/notifications/domain/kinds.ts",
    "src/shared/viewer.ts",
  ]);
});
