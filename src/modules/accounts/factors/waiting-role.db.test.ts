import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { type Ctx, systemCtx } from "#src/platform/runtime.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { isFresh, type Role } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, good, later } from "../accounts.testing.ts";
import {
  addApp,
  beginApp,
  confirmByCode,
  confirmByPassword,
  methodsToConfirm,
  passStepByCode,
  removeFactor,
  requireAdmin,
  requireFactor,
  requireFresh,
  resolveViewer,
  setRole,
  signIn,
} from "../index.server.ts";
import { makePerson } from "../own-account/people-store.ts";
import { authPort } from "../ports.ts";
import { people, sessions, totps } from "../tables.ts";
import { confirmInForm } from "./commands/confirm-identity.ts";
import { codeNow, jarOf, viewerOf, withApp } from "./factors.testing.ts";

let runtime: TestRuntime;
let number = 0;
let email = "";
let hash = "";
beforeAll(async () => {
  runtime = await createAccountsRuntime({ mode: "real", now: new Date() });
  const made = await runtime.port(authPort).hashing.hash(good);
  if (!made.ok) throw new Error(made.message);
  hash = made.value;
});
afterAll(() => runtime.drop());
beforeEach(() => {
  number += 1;
  email = `role-${number}@example.test`;
});

async function personOfRole(role: Role): Promise<string> {
  const made = await inTransaction(systemCtx(runtime, "test"), async (work) => {
    const { id } = await makePerson(work, { email, name: "Ann", hash });
    const changed = await setRole(work, { personId: id, role, capabilities: ["orders"] });
    return changed.ok ? { ok: true as const, value: id } : changed;
  });
  if (!made.ok) throw new Error(made.message);
  later(runtime, 120);
  return made.value;
}

async function enter() {
  const entered = await signIn(ctxFor(runtime), { email, password: good }, null);
  if (!entered.ok) throw new Error(entered.message);
  return entered.value;
}

/** Where a guard sends a request. */
const sentTo = (guard: () => unknown): string | null => {
  try {
    guard();
    return null;
  } catch (answer) {
    return answer instanceof Response ? answer.headers.get("location") : String(answer);
  }
};
const asking = (path: string) => new Request(`http://x${path}`);
const people1 = (ctx: Ctx) => (ctx.viewer.kind === "person" ? ctx.viewer : null);

describe("outside demo mode", () => {
  test.each([2, 3] as const)(
    "role %i is a client who waits, until a factor was shown in this session",
    async (role) => {
      await personOfRole(role);
      const entered = await enter();
      expect(entered.next).toBe("second-factor");
      const ctx = await viewerOf(runtime, cookieOf(entered.cookies));
      expect(ctx.viewer).toMatchObject({ role: 1, waitingRole: role, capabilities: [] });
      const begun = await beginApp(ctx, {});
      if (!begun.ok) throw new Error(begun.message);
      const code = await codeNow(runtime, begun.value.secret);
      const added = await addApp(ctx, { token: begun.value.token, code });
      if (!added.ok) throw new Error(added.message);
      const capabilities = role === 3 ? ["orders"] : [];
      expect(await resolveViewer(runtime, cookieOf(added.value.cookies))).toMatchObject({
        role,
        waitingRole: null,
        capabilities,
      });
    },
  );

  test("clients need none", async () => {
    await personOfRole(1);
    const entered = await enter();
    expect(entered.next).toBeUndefined();
    expect(await resolveViewer(runtime, cookieOf(entered.cookies))).toMatchObject({ role: 1, waitingRole: null });
  });

  test("pages of the role lead to the factor and back; others stay", async () => {
    await personOfRole(3);
    const ctx = await viewerOf(runtime, cookieOf((await enter()).cookies));
    const address = "/accountSettings/second-factor?next=%2Fadmin%2Forders%3Fa%3D1";
    expect(sentTo(() => requireAdmin(ctx, asking("/admin/orders?a=1")))).toBe(address);
    const person = people1(ctx);
    expect(person && sentTo(() => requireFactor(person, asking("/admin/orders?a=1")))).toBe(address);
    expect(sentTo(() => requireFresh(ctx, asking("/accountSettings/second-factor")))).toBeNull();
  });

  test("the next sign-in asks for the code, and comes in with the role", async () => {
    await personOfRole(3);
    const entered = await enter();
    const ctx = await viewerOf(runtime, cookieOf(entered.cookies));
    const begun = await beginApp(ctx, {});
    if (!begun.ok) throw new Error(begun.message);
    const { token, secret } = begun.value;
    await addApp(ctx, { token, code: await codeNow(runtime, secret) });
    later(runtime, 30);
    const again = await enter();
    expect(again).toMatchObject({ next: "second-step", home: "/admin" });
    const passed = await passStepByCode(
      ctxFor(runtime),
      await codeNow(runtime, secret),
      jarOf(runtime, again.cookies).step,
    );
    if (!passed.ok) throw new Error(passed.message);
    expect(passed.value).toMatchObject({ home: "/admin" });
    expect(passed.value.next).toBeUndefined();
    expect(await resolveViewer(runtime, cookieOf(passed.value.cookies))).toMatchObject({ role: 3 });
  });

  test("a session that saw no factor waits although one exists; the password alone does not change that", async () => {
    const id = await personOfRole(3);
    const { headers, secret } = await withApp(runtime, email);
    await runtime.db.update(sessions).set({ factorAt: null }).where(eq(sessions.userId, id));
    later(runtime, 700);
    const ctx = await viewerOf(runtime, headers);
    expect(ctx.viewer).toMatchObject({ role: 1, waitingRole: 3 });
    expect(await methodsToConfirm(ctx, {})).toMatchObject({ value: { password: false, code: true } });
    expect(await confirmByPassword(ctx, good)).toMatchObject({ ok: false, code: "forbidden" });
    const confirmed = await confirmByCode(ctx, await codeNow(runtime, secret));
    if (!confirmed.ok) throw new Error(confirmed.message);
    const shown = await viewerOf(runtime, cookieOf(confirmed.value.cookies));
    expect(shown.viewer).toMatchObject({ role: 3, waitingRole: null });
    // In the role, too, a stolen password proves nothing while there is a factor.
    expect(await methodsToConfirm(shown, {})).toMatchObject({ value: { password: false, code: true } });
    expect(await confirmByPassword(shown, good)).toMatchObject({ ok: false, code: "forbidden" });
    later(runtime, 30);
    const form = new FormData();
    form.set("factorCode", await codeNow(runtime, secret));
    expect(await confirmInForm(shown, form, new Headers())).toMatchObject({ ok: true });
  });

  test("the last factor stays; if it is gone all the same, the role waits again at once", async () => {
    const id = await personOfRole(2);
    const { headers } = await withApp(runtime, email);
    const ctx = await viewerOf(runtime, headers);
    expect(ctx.viewer).toMatchObject({ role: 2 });
    expect(await removeFactor(ctx, { factor: "app", password: good })).toMatchObject({ ok: false, code: "conflict" });
    await runtime.db.delete(totps).where(eq(totps.personId, id));
    expect(await resolveViewer(runtime, headers)).toMatchObject({ role: 1, waitingRole: 2 });
  });

  test("lifetimes are those of the role that waits", async () => {
    await personOfRole(3);
    const { headers } = { headers: cookieOf((await enter()).cookies) };
    later(runtime, 3601);
    expect(await resolveViewer(runtime, headers)).toMatchObject({ kind: "guest" });
  });
});

describe("a fresh sign-in", () => {
  test("lasts ten minutes; the password makes the session fresh again, with a new token", async () => {
    await personOfRole(1);
    const headers = cookieOf((await enter()).cookies);
    later(runtime, 599);
    const now = runtime.clock();
    const soon = await viewerOf(runtime, headers);
    expect(isFresh(soon.viewer, now)).toBe(true);
    later(runtime, 1);
    const ctx = await viewerOf(runtime, headers);
    expect(mustBeFresh({ viewer: ctx.viewer, now: runtime.clock() })).toMatchObject({ code: "step-up" });
    expect(sentTo(() => requireFresh(ctx, asking("/accountSettings/email?x=1")))).toBe(
      "/confirm-identity?next=%2FaccountSettings%2Femail%3Fx%3D1",
    );
    expect(await confirmByPassword(ctx, "other words than these")).toMatchObject({ fields: [{ path: "password" }] });
    const confirmed = await confirmByPassword(ctx, good);
    if (!confirmed.ok) throw new Error(confirmed.message);
    expect(await resolveViewer(runtime, headers)).toMatchObject({ kind: "guest" });
    const viewer = await resolveViewer(runtime, cookieOf(confirmed.value.cookies));
    expect(isFresh(viewer, runtime.clock())).toBe(true);
  });

  test("guessing the password there is slowed down as at sign-in", async () => {
    await personOfRole(1);
    const ctx = await viewerOf(runtime, cookieOf((await enter()).cookies));
    const failedSignIns = await Promise.all(
      Array.from({ length: 8 }, () => confirmByPassword(ctx, "a wrong guess of words")),
    );
    expect(failedSignIns.filter((one) => !one.ok && one.code === "too-many")).toHaveLength(3);
    expect(await confirmByPassword(ctx, good)).toMatchObject({ code: "too-many" });
  });

  test("is asked of persons only; guests are refused elsewhere", () => {
    const now = runtime.clock();
    expect(mustBeFresh({ viewer: { kind: "system", job: newId() }, now })).toBeNull();
    expect(mustBeFresh({ viewer: { kind: "guest" }, now })).toBeNull();
  });
});

test("in demo mode the roles count at once", async () => {
  const demo = await createAccountsRuntime({ mode: "demo", now: new Date() });
  try {
    const made = await inTransaction(systemCtx(demo, "test"), async (work) => {
      const { id } = await makePerson(work, { email, name: "Ann", hash, demo: true });
      return setRole(work, { personId: id, role: 3, capabilities: ["money"] });
    });
    expect(made.ok).toBe(true);
    expect(await demo.db.select({ role: people.role }).from(people)).toEqual([{ role: 3 }]);
    const entered = await signIn(ctxFor(demo), { email, password: good }, null);
    if (!entered.ok) throw new Error(entered.message);
    expect(entered.value.next).toBeUndefined();
    expect(await resolveViewer(demo, cookieOf(entered.value.cookies))).toMatchObject({ role: 3, waitingRole: null });
  } finally {
    await demo.drop();
  }
});
