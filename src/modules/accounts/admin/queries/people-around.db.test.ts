import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { start } from "../../accounts.testing.ts";
import { peopleCounts, peopleList, peopleNeighbours, peoplePages } from "../../index.server.ts";
import { customers, people } from "../../tables.ts";
import { adminWith } from "../admin-side.testing.ts";

let runtime: TestRuntime;
let admin: Person;

beforeAll(async () => {
  runtime = await createAccountsRuntime({ mode: "demo", now: start });
  admin = await adminWith(runtime, ["people", "orders"]);
  const rows = Array.from({ length: 104 }, (_, at) => ({
    id: `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`,
    name: `Client ${at}`,
    email: `c${at}@example.test`,
    emailVerified: true,
    createdAt: new Date(start.getTime() + Math.floor(at / 2) * 60_000),
    updatedAt: start,
    role: at < 3 ? 2 : 1,
    blockedAt: at === 9 ? start : null,
    anonymisedAt: at === 2 ? start : null,
  }));
  await runtime.db.insert(people).values(rows);
  const figures = rows.map(({ id: personId }, at) => ({ personId, placed: at % 7, spentCents: (at % 5) * 100 }));
  await runtime.db.insert(customers).values(figures);
});
afterAll(() => runtime.drop());

const ctx = () => ctxFor(runtime, admin);

async function idsOf(asked: object): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of peoplePages(ctx(), asked)) ids.push(...rows.map(({ id }) => id));
  return ids;
}

test.each([
  [{ group: "clients", sort: "last" }],
  [{ group: "clients", sort: "orders" }],
  [{ group: "clients", sort: "spent-low" }],
  [{ group: "writers" }],
  [{ group: "all", search: "client 4" }],
])("%o: everybody knows who is before and after them", async (list) => {
  const ids = await idsOf(list);
  expect(ids.length).toBeGreaterThan(1);
  for (const [at, personId] of [...ids.entries()].filter(([n]) => n < 4 || n > ids.length - 4)) {
    const around = must(await peopleNeighbours(ctx(), { personId, list }));
    expect(around).toEqual({ previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null });
  }
});

test("the file is read in parts so small that its first row leaves before a hundredth of 45,000 people is read", async () => {
  const parts = [];
  for await (const rows of peoplePages(ctx(), { group: "all" })) parts.push(rows.length);
  expect(parts.length).toBeGreaterThan(1);
  // Two parts are read before the first row leaves, and one row more of each.
  expect(2 * (Math.max(...parts) + 1)).toBeLessThan(450);
});

test("the file holds everybody of the list once, in its order", async () => {
  const asked = { group: "clients", sort: "orders" };
  const ids = await idsOf(asked);
  expect(new Set(ids).size).toBe(ids.length);
  expect(must(await peopleList(ctx(), asked)).rows.map(({ id }) => id)).toEqual(ids.slice(0, 30));
  expect(await idsOf({ group: "all", ids: ids.slice(3, 5) })).toHaveLength(2);
});

test("the tabs are counted to one more than is said", async () => {
  expect(must(await peopleCounts(ctx(), {}))).toEqual({ all: 100, clients: 100, writers: 2, admins: 1, blocked: 1 });
});

test("who may not see people learns nothing", async () => {
  const other = ctxFor(runtime, { ...(await createPerson(runtime, { role: 3 })), capabilities: ["orders"] });
  const list = { group: "all" };
  const personId = "01900000-0000-7000-8000-000000000004";
  expect(await peopleCounts(other, {})).toMatchObject({ code: "not-found" });
  expect(await peopleNeighbours(other, { personId, list })).toMatchObject({ code: "not-found" });
  for await (const rows of peoplePages(other, list)) expect(rows).toEqual([]);
});
