import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guest, type Person, type Role } from "#src/shared/viewer.ts";
import { createAccountsRuntime, createPerson, secondProcess } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, form, later, signedIn, start } from "../../accounts.testing.ts";
import { blockPerson, changeRole, peopleList, personForAdmin, register, resolveViewer } from "../../index.server.ts";
import { customers, passkeys, people, sessions, totps } from "../../tables.ts";
import { adminWith, reason } from "../admin-side.testing.ts";

let runtime: TestRuntime;
let admin: Person;
let seer: Person;
const minute = 60_000;
type Figures = { placed: number; spentCents: number; lastOrderAt: Date | null };
const nothing: Figures = { placed: 0, spentCents: 0, lastOrderAt: null };

beforeAll(async () => {
  runtime = await createAccountsRuntime({ mode: "demo", now: start });
  // With names of their own: letters of an id would be found by a search.
  admin = await adminWith(runtime, ["people"], { name: "Marta Klein", email: "marta@admins.test" });
  seer = await adminWith(runtime, ["people", "orders"], { name: "Ines Roth", email: "ines@admins.test" });
  const rows = Array.from({ length: 130 }, (_, at) => ({
    id: `01900000-0000-7000-8000-${String(at).padStart(12, "0")}`,
    name: at % 10 === 0 ? `Zoë Ōkami ${at}` : `Client Number ${at}`,
    email: `c${at}@${at % 2 ? "odd" : "even"}.test`,
    emailVerified: true,
    // Pairs share an instant: the id decides then.
    createdAt: new Date(start.getTime() + Math.floor(at / 2) * minute),
    updatedAt: start,
    role: at % 40 === 3 ? 2 : at === 7 ? 9 : 1,
    blockedAt: at % 25 === 4 ? start : null,
    anonymisedAt: at === 5 ? start : null,
  }));
  await runtime.db.insert(people).values(rows);
  const figures = rows.map(({ id: personId }, at) => ({
    personId,
    placed: at % 7,
    spentCents: (at % 11) * 1_000,
    lastOrderAt: at % 7 ? new Date(start.getTime() - (at % 13) * minute) : null,
  }));
  await runtime.db.insert(customers).values(figures);
});
afterAll(() => runtime.drop());

async function ask(given: object = {}, viewer: Person = admin) {
  const found = await peopleList(ctxFor(runtime, viewer), given);
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

async function walk(given: object, direction: "older" | "newer", from?: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor = from; ; ) {
    const page = await ask({ ...given, ...(cursor && { [direction]: cursor }) });
    pages.push(page.rows.map(({ id }) => id));
    const next = page[direction];
    if (!next) return pages;
    cursor = next;
  }
}

test.each(["all", "clients", "writers", "admins", "blocked"])(
  "%s: pages are complete, without doubles, both ways",
  async (group) => {
    const expected = await runtime.db.select().from(people).where(sql`${people.anonymisedAt} is null`);
    const belongs: Record<string, (row: (typeof expected)[number]) => boolean> = {
      all: () => true,
      clients: ({ role }) => role !== 2 && role !== 3,
      writers: ({ role }) => role === 2,
      admins: ({ role }) => role === 3,
      blocked: ({ blockedAt }) => blockedAt !== null,
    };
    const down = await walk({ group }, "older");
    const ids = down.flat();
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(
      expected
        .filter((row) => belongs[group]?.(row))
        .map(({ id }) => id)
        .sort(),
    );
    if (down.length === 1) return;
    const last = await ask({ group, older: (await lastCursor(group)) ?? "" });
    expect(last.newer).not.toBeNull();
    const up = await walk({ group }, "newer", last.newer ?? "");
    expect(up.toReversed().flat()).toEqual(ids.slice(0, -last.rows.length));
  },
);

test.each([
  ["last", ({ lastOrderAt }) => -(lastOrderAt?.getTime() ?? 0)],
  ["last-first", ({ lastOrderAt }) => lastOrderAt?.getTime() ?? 0],
  ["orders", ({ placed }) => -placed],
  ["orders-low", ({ placed }) => placed],
  ["spent", ({ spentCents }) => -spentCents],
  ["spent-low", ({ spentCents }) => spentCents],
] as const satisfies [string, (figures: Figures) => number][])(
  "clients by %s: in order, complete, without doubles, both ways",
  async (sort, value) => {
    const asked = (more: object = {}) => ask({ group: "clients", sort, ...more }, seer);
    const all: Awaited<ReturnType<typeof asked>>["rows"][number][] = [];
    let cursor: string | null = "";
    let back: string | null = null;
    while (cursor !== null) {
      const page = await asked(cursor ? { older: cursor } : {});
      all.push(...page.rows);
      ({ older: cursor, newer: back } = page);
    }
    const values = all.map(({ figures }) => value(figures ?? nothing));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    const everybody = (await walk({ group: "clients" }, "older")).flat();
    expect(all.map(({ id }) => id).sort()).toEqual(everybody.sort());
    const last = all.length % 30 || 30;
    const before = await asked({ newer: back ?? "" });
    expect(before.rows.map(({ id }) => id)).toEqual(all.slice(-last - 30, -last).map(({ id }) => id));
  },
);

test("clients are narrowed by how many orders they placed, and by when the last one was", async () => {
  const found = async (more: object, viewer = seer) => {
    const page = await ask({ group: "clients", ...more }, viewer);
    return page.rows.map(({ figures }) => figures?.placed);
  };
  const everybody = await found({});
  expect(new Set(await found({ orders: "none" }))).toEqual(new Set([0]));
  expect(new Set(await found({ orders: "one" }))).toEqual(new Set([1]));
  expect(Math.min(...(await found({ orders: "more" })).map(Number))).toBe(2);
  expect(await found({ orders: "several", last: "ever" })).toEqual(everybody);
  expect(await found({ last: "week" })).not.toContain(0);
  expect(await found({ last: "older" })).toEqual([]);
  runtime.setNow(new Date(start.getTime() + 100 * 86_400_000));
  expect(await found({ last: "quarter" })).toEqual([]);
  expect(new Set(await found({ last: "older", orders: "one" }))).toEqual(new Set([1]));
  runtime.setNow(start);
  expect(await found({ orders: "none" }, admin), "nothing for who sees no orders").toHaveLength(everybody.length);
});

test("an admin who sees no orders sees no figures, and cannot sort by them", async () => {
  const { rows } = await ask({ group: "clients", sort: "spent" });
  expect(rows.map(({ figures }) => figures)).toEqual(rows.map(() => null));
  expect(rows).toEqual((await ask({ group: "clients" })).rows);
});

/** The place before the last page. */
async function lastCursor(group: string): Promise<string | null> {
  for (let cursor: string | null = null; ; ) {
    const page = await ask({ group, ...(cursor && { older: cursor }) });
    if (!page.older) return cursor;
    cursor = page.older;
  }
}

test.each([
  ["client number 17", ["Client Number 17"]],
  ["17 NUMBER", ["Client Number 17"]],
  ["client 117", ["Client Number 117"]],
  ["c42@even", ["Client Number 42"]],
  ["  zoë   120 ", ["Zoë Ōkami 120"]],
  ["zo 110", ["Zoë Ōkami 110"]],
  ["01900000-0000-7000-8000-000000000009", ["Client Number 9"]],
  ["01900000-0000-7000-8000-00000000ffff", []],
  ["100%", ["Zoë Ōkami 100"]],
  ["c_2@", []],
  ["nobody\0", []],
  ["\u200b%", []],
])("%j finds %o", async (search, names) => {
  expect((await ask({ search })).rows.map(({ name }) => name)).toEqual(names);
});

test("a search stays inside its tab, and an unknown cursor is refused", async () => {
  expect((await ask({ search: "client number 43", group: "admins" })).rows).toEqual([]);
  expect((await ask({ search: "client number 43", group: "writers" })).rows).toHaveLength(1);
  expect(await peopleList(ctxFor(runtime, admin), { older: "nonsense" })).toMatchObject({ code: "invalid" });
});

test("says who has a second factor and when somebody was last seen", async () => {
  await register(ctxFor(runtime), form("seen@example.test"));
  const { id } = await signedIn(runtime, "seen@example.test");
  const find = async () => (await ask({ search: "seen@example.test" })).rows[0];
  expect(await find()).toMatchObject({ seenAt: start, hasFactor: false, role: 1, blockedAt: null });
  await runtime.db.insert(totps).values({ personId: id, secret: "sealed", createdAt: start });
  expect(await find()).toMatchObject({ hasFactor: false });
  await runtime.db.update(totps).set({ confirmedAt: start });
  expect(await find()).toMatchObject({ hasFactor: true });
  await runtime.db.delete(totps);
  await runtime.db.insert(passkeys).values({
    ...{
      id: crypto.randomUUID(),
      personId: id,
      credentialId: "c",
      publicKey: "k",
      counter: 0,
      name: "Key",
      createdAt: start,
    },
  });
  expect(await find()).toMatchObject({ hasFactor: true });
  expect((await ask({ search: "client number 17" })).rows[0]?.seenAt).toBeNull();
  await runtime.db.delete(passkeys);
  later(runtime, 60);
  await signedIn(runtime, "seen@example.test");
  await runtime.db.delete(sessions).where(eq(sessions.userId, id));
  expect(await find()).toMatchObject({ seenAt: runtime.clock() });
});

test.each<Role>([1, 2, 3])("role %i without the capability people learns nothing", async (role) => {
  const person = await createPerson(runtime, { role });
  const viewer: Person = { ...person, capabilities: role === 3 ? ["orders", "money"] : [] };
  for (const asker of [guest, viewer]) {
    expect(await peopleList(ctxFor(runtime, asker), {})).toMatchObject({ code: "not-found" });
    expect(await personForAdmin(ctxFor(runtime, asker), { personId: person.id })).toMatchObject({ code: "not-found" });
  }
});

test("the page of a person holds no secret, and says when it is out of reach", async () => {
  const { id } = await signedIn(runtime, "seen@example.test");
  const shown = await personForAdmin(ctxFor(runtime, admin), { personId: id });
  expect(shown).toMatchObject({
    value: { standing: "1:", closed: null, methods: [{ provider: "credential" }], sessions: [{ method: "password" }] },
  });
  expect(JSON.stringify(shown)).not.toMatch(/argon2|sha256:|managed/);
  const full = await adminWith(runtime, ["people", "money"]);
  const closedTo = async (viewer: Person, personId: string) => {
    const found = await personForAdmin(ctxFor(runtime, viewer), { personId });
    return found.ok ? found.value.closed : found.code;
  };
  expect(await closedTo(admin, admin.id)).toBe("own");
  expect(await closedTo(admin, full.id)).toBe("above");
  expect(await closedTo(full, admin.id)).toBeNull();
  expect(await closedTo(full, "01900000-0000-7000-8000-000000000005")).toBe("gone");
  for (const personId of ["", "x", crypto.randomUUID()]) expect(await closedTo(full, personId)).toBe("not-found");
});

test("a block and another role end sessions on the other process too, at once", async () => {
  const far = secondProcess(runtime);
  try {
    for (const [at, act] of [
      (personId: string) => blockPerson(ctxFor(runtime, admin), { personId, reason }),
      (personId: string) => changeRole(ctxFor(runtime, admin), { personId, reason, role: "2", seen: "1:" }),
    ].entries()) {
      const email = `far-${at}@example.test`;
      const made = await register(ctxFor(runtime), form(email));
      if (!made.ok || made.value.state !== "signed-in") throw new Error("not signed in");
      const headers = cookieOf(made.value.signedIn.cookies);
      expect(await resolveViewer(far.runtime, headers)).toMatchObject({ kind: "person", email });
      expect(await act(made.value.signedIn.personId)).toMatchObject({ ok: true });
      expect(await resolveViewer(far.runtime, headers)).toEqual(guest);
    }
  } finally {
    await far.end();
  }
});
