import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { keys } from "../tables.ts";
import { admitKey, mostOfKey } from "./admit-key.ts";
import { keyList, makeKey, revokeKey } from "./keys.ts";

const start = new Date("2026-03-10T12:00:00Z");
let runtime: TestRuntime;
let admin: Person;
beforeAll(async () => {
  runtime = await createTestRuntime({ now: start });
  admin = await createPerson(runtime, { role: 3, name: "Ada" });
});
afterAll(() => runtime.drop());
beforeEach(() => runtime.setNow(start));

const ask = (change: object = {}) => ({ id: newId(), name: "Shop", scopes: ["prices"], ends: "30", ...change });
async function made(change: object = {}): Promise<{ id: string; key: string }> {
  const asked = ask(change);
  const outcome = await makeKey(ctxFor(runtime, admin), asked);
  if (!outcome.ok) throw new Error(outcome.message);
  return { id: asked.id, key: outcome.value.key };
}
const admitted = async (key: string, path = "/api/prices", method = "GET") => {
  const request = new Request(`http://localhost${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  const outcome = await admitKey(ctxFor(runtime), request);
  if (!outcome) return null;
  return outcome.ok ? outcome.value : { code: outcome.code, message: outcome.message, retryAfter: outcome.retryAfter };
};
const at = (ms: number) => runtime.setNow(new Date(start.getTime() + ms));
const day = 86_400_000;

describe("making a key", () => {
  test("is for admins for settings alone, after a fresh sign-in", async () => {
    const client = await createPerson(runtime);
    const code = async (viewer: Person) => {
      const outcome = await makeKey(ctxFor(runtime, viewer), ask());
      return outcome.ok ? "done" : outcome.code;
    };
    expect(await code(client)).toBe("not-found");
    expect(await code({ ...admin, capabilities: ["orders", "money", "prices", "people", "chat"] })).toBe("not-found");
    expect(await code({ ...admin, freshAt: new Date(start.getTime() - 11 * 60_000) })).toBe("step-up");
    expect((await keyList(ctxFor(runtime, client), {})).ok).toBe(false);
    expect((await revokeKey(ctxFor(runtime, client), { id: newId() })).ok).toBe(false);
  });

  test("says beside each field what is wrong", async () => {
    const outcome = await makeKey(ctxFor(runtime, admin), ask({ name: " ", scopes: [] }));
    expect(outcome).toMatchObject({ code: "invalid", fields: [{ path: "name" }, { path: "scopes" }] });
    expect(await makeKey(ctxFor(runtime, admin), ask({ scopes: ["everything"] }))).toMatchObject({ code: "invalid" });
  });

  test("twice by one form makes one key, and the second answer does not show it", async () => {
    const { id } = await made();
    expect(await makeKey(ctxFor(runtime, admin), ask({ id }))).toMatchObject({ code: "conflict" });
    expect(await runtime.db.select().from(keys).where(eq(keys.id, id))).toHaveLength(1);
  });

  test("keeps nothing that the key can be made from: not in the row, not in the audit", async () => {
    const { id, key } = await made({ name: "Kept where" });
    const secret = key.slice("pwk_12345678_".length);
    const rows = await runtime.db.select().from(keys).where(eq(keys.id, id));
    const trail = await runtime.db.select().from(audit).where(eq(audit.subject, id));
    expect(trail.map(({ action }) => action)).toEqual(["api.key-made"]);
    expect(JSON.stringify([rows, trail])).not.toContain(secret);
    expect(JSON.stringify(await keyList(ctxFor(runtime, admin), {}))).not.toContain(rows[0]?.hash);
  });
});

describe("a key that prepares orders", () => {
  const asked = { scopes: ["orders:write"], partner: "Study Circle", contact: "ops@circle.test" };
  const partnerOf = async (change: object) => {
    const program = await admitted((await made(change)).key, "/api/orders", "POST");
    return program && "partner" in program ? program.partner : null;
  };

  test("belongs to a partner, and the next one of that name to the same", async () => {
    const first = await partnerOf(asked);
    expect(first).toMatchObject({ name: "Study Circle" });
    expect(await partnerOf({ ...asked, partner: " study circle ", contact: "Mia" })).toEqual(first);
    expect((await partnerOf({ ...asked, partner: "Another" }))?.id).not.toBe(first?.id);
    const list = await keyList(ctxFor(runtime, admin), {});
    const contacts =
      list.ok && list.value.flatMap(({ partner }) => (partner?.name === "Study Circle" ? partner.contact : []));
    expect(contacts).toEqual(["Mia", "Mia"]);
  });

  test("says beside the fields that they are needed", async () => {
    const refused = await makeKey(ctxFor(runtime, admin), ask({ scopes: ["orders:write"], partner: " " }));
    expect(refused).toMatchObject({ code: "invalid", fields: [{ path: "partner" }, { path: "contact" }] });
    expect(await partnerOf({ ...asked, scopes: ["orders", "prices"] })).toBeNull();
  });
});

describe("asking with a key", () => {
  test("lets in as a program with its scopes, and as nobody else", async () => {
    const { id, key } = await made({ scopes: ["prices", "quotes"] });
    expect(await admitted(key)).toEqual({ kind: "program", id, scopes: ["prices", "quotes"] });
    expect(await admitted(key, `/api/quotes/${newId()}`, "HEAD")).toMatchObject({ kind: "program" });
  });

  test.each([
    ["/api/orders", "GET", 'This key may not do this: it is not made for "orders" or "orders:write".'],
    ["/api/quotes", "PUT", "Keys are for the addresses and methods that /api/docs describes."],
    ["/api/auth/get-session", "GET", "Keys are for the addresses and methods that /api/docs describes."],
    ["/api/checks", "GET", "Keys are for the addresses and methods that /api/docs describes."],
    ["/api/quotes/a/b", "GET", "Keys are for the addresses and methods that /api/docs describes."],
    ["/api/live", "GET", "Keys are for the addresses and methods that /api/docs describes."],
  ])("%s %s is refused", async (path, method, message) => {
    const { key } = await made({ scopes: ["prices", "quotes", "checks"] });
    expect(await admitted(key, path, method)).toMatchObject({ code: "forbidden", message });
  });

  test("is not looked at outside of the API", async () => {
    const { key } = await made();
    expect(await admitted(key, "/admin/orders")).toBeNull();
    expect(await admitted(key, "/files/x/y")).toBeNull();
  });

  test("is refused when nobody has the key, or another one of its name", async () => {
    const { key } = await made();
    for (const wrong of ["x", `${key}x`, key.slice(0, -1), key.slice(0, 13) + "a".repeat(43)])
      expect(await admitted(wrong)).toMatchObject({ code: "signed-out", message: "This key is not known here." });
  });

  test("is refused after its end, and after it was revoked, at once", async () => {
    const { key } = await made({ ends: "30" });
    at(30 * day - 1);
    expect(await admitted(key)).toMatchObject({ kind: "program" });
    at(30 * day);
    expect(await admitted(key)).toMatchObject({ code: "signed-out", message: "This key is expired." });
    runtime.setNow(start);
    const other = await made({ ends: "never" });
    at(4000 * day);
    expect(await admitted(other.key)).toMatchObject({ kind: "program" });
    expect((await revokeKey(ctxFor(runtime, admin), { id: other.id })).ok).toBe(true);
    expect(await admitted(other.key)).toMatchObject({ code: "signed-out", message: "This key is revoked." });
    expect(await revokeKey(ctxFor(runtime, admin), { id: other.id })).toMatchObject({ code: "conflict" });
  });

  test("is written down once in ten minutes", async () => {
    const { id, key } = await made();
    const used = async () => (await runtime.db.select().from(keys).where(eq(keys.id, id)))[0]?.lastUsedAt;
    expect(await used()).toBeNull();
    await admitted(key);
    expect(await used()).toEqual(start);
    at(9 * 60_000);
    await admitted(key);
    expect(await used()).toEqual(start);
    at(10 * 60_000);
    await admitted(key);
    expect(await used()).toEqual(new Date(start.getTime() + 600_000));
  });

  test("has a number of requests a minute, each key its own; a request after the announced wait is admitted", async () => {
    const [one, other] = [await made(), await made()];
    const asked = await Promise.all(Array.from({ length: mostOfKey + 40 }, () => admitted(one.key)));
    const refused = asked.filter((answer) => answer && "code" in answer);
    expect(refused).toHaveLength(40);
    expect(refused[0]).toMatchObject({ code: "too-many" });
    expect(await admitted(other.key)).toMatchObject({ kind: "program" });
    const wait = refused[0] && "retryAfter" in refused[0] ? (refused[0].retryAfter ?? 0) : 0;
    expect(wait).toBeGreaterThan(0);
    at(wait * 1000);
    expect(await admitted(one.key)).toMatchObject({ kind: "program" });
  });

  test("wrong keys from one address are refused unread after a while", async () => {
    at(3600_000);
    const tries = await Promise.all(Array.from({ length: 40 }, () => admitted("pwk_nothing")));
    expect(tries.filter((answer) => answer && "code" in answer && answer.code === "too-many")).toHaveLength(10);
  });
});

test("the list says who made a key, how it ends, what it may do and whether it works", async () => {
  const { id, key } = await made({ name: "Listed", scopes: ["orders"] });
  const list = await keyList(ctxFor(runtime, admin), {});
  expect(list.ok && list.value.find((line) => line.id === id)).toMatchObject({
    ...{ name: "Listed", scopes: ["orders"], state: "works", createdBy: "Ada", lastUsedAt: null },
    ...{ expiresAt: new Date(start.getTime() + 30 * day), ending: key.slice(-4) },
  });
});
