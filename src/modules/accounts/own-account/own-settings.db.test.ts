import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asDatabase, openPool } from "#src/platform/database/open.ts";
import { done } from "#src/shared/outcome.ts";
import { guest, type Person, type Viewer } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { cookieOf, form, good, later, linkIn, mailsTo, other, signedIn, start } from "../accounts.testing.ts";
import {
  askReset,
  changeNotices,
  changePassword,
  changeTheme,
  endOtherSessions,
  endSession,
  findPeople,
  leastFor,
  mySessions,
  mySettings,
  mySignIns,
  readResetLink,
  register,
  resolveViewer,
  signIn,
} from "../index.server.ts";
import { people, sessions, signIns, totps } from "../tables.ts";

const runtime = await forThisFile(createAccountsRuntime({ now: start }));
beforeEach(() => later(runtime, 86_400));

const viewerOf = async (headers: Headers): Promise<Person> => {
  const viewer = await resolveViewer(runtime, headers);
  if (viewer.kind !== "person") throw new Error("nobody is signed in");
  return viewer;
};

/** A new account, signed in with a fresh session. */
async function member(email: string): Promise<{ viewer: Person; headers: Headers }> {
  const made = await register(ctxFor(runtime), form(email));
  if (!made.ok || made.value.state !== "signed-in") throw new Error("not registered");
  const headers = cookieOf(made.value.signedIn.cookies);
  return { viewer: await viewerOf(headers), headers };
}

const stale = (viewer: Person): Person => ({ ...viewer, freshAt: new Date(runtime.clock().getTime() - 600_000) });
const wish = (viewer: Viewer, raw: unknown) => changePassword(ctxFor(runtime, viewer), raw);

describe("changing the password", () => {
  test("asks for the old one, ends all other sessions, gives this one a new token, notifies the owner", async () => {
    const { viewer, headers } = await member("change@example.test");
    const elsewhere = await signedIn(runtime, viewer.email);
    await askReset(ctxFor(runtime), { email: viewer.email });
    const link = await linkIn(runtime, viewer.email);
    later(runtime, 3600);
    const changed = await wish(stale(viewer), { current: good, password: other });
    if (!changed.ok) throw new Error(changed.message);
    expect(await resolveViewer(runtime, elsewhere.headers)).toEqual(guest);
    expect(await resolveViewer(runtime, headers)).toEqual(guest);
    const renewed = await viewerOf(cookieOf(changed.value.cookies));
    expect(renewed).toMatchObject({ id: viewer.id, sessionId: viewer.sessionId, freshAt: runtime.clock() });
    expect(await readResetLink(ctxFor(runtime), { token: link })).toMatchObject({ ok: false });
    expect((await mailsTo(runtime, viewer.email)).at(-1)?.kind).toBe("account.password-changed");
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: good }, null)).toMatchObject({ ok: false });
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: other }, null)).toMatchObject({ ok: true });
  });

  test("every refusal says why, beside its field, and changes nothing", async () => {
    const { viewer } = await member("no@example.test");
    const cases: [object, string, string][] = [
      [{ current: "", password: other }, "current", "Write your current password."],
      [{ password: other }, "current", "Write your current password."],
      [{ current: "not this one at all", password: other }, "current", "This is not your password."],
      [{ current: good, password: "" }, "password", "Use 15 characters or more."],
      [{ current: good, password: "fourteen chars" }, "password", "Use 15 characters or more."],
      [{ current: good, password: "x".repeat(129) }, "password", "128 characters or fewer"],
      [{ current: good, password: "passwordpassword" }, "password", "Many people use"],
      [{ current: good, password: "Linh Tran Linh Tran" }, "password", "made of your name"],
      [{ current: good, password: good }, "password", "This is the password you have now."],
    ];
    for (const [raw, path, message] of cases) {
      const refused = await wish(viewer, raw);
      expect(refused, JSON.stringify(raw)).toMatchObject({ ok: false, code: "invalid" });
      expect(refused.ok || refused.fields, JSON.stringify(raw)).toContainEqual({
        path,
        message: expect.stringContaining(message),
      });
    }
    expect(await wish(guest, { current: good, password: other })).toMatchObject({ code: "signed-out" });
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: good }, null)).toMatchObject({ ok: true });
    expect((await mailsTo(runtime, viewer.email)).map(({ kind }) => kind)).not.toContain("account.password-changed");
  });

  test("guessing the old password is slowed down, apart from signing in", async () => {
    const { viewer } = await member("guess@example.test");
    const guess = () => wish(viewer, { current: "not this one at all", password: other });
    for (let n = 0; n < 6; n += 1) await guess();
    expect(await guess()).toMatchObject({ ok: false, code: "too-many", retryAfter: expect.any(Number) });
    expect(await wish(viewer, { current: good, password: other })).toMatchObject({ code: "too-many" });
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: good }, null)).toMatchObject({ ok: true });
    later(runtime, 60);
    expect(await wish(viewer, { current: good, password: other })).toMatchObject({ ok: true });
  });

  test("of two concurrent changes one is stored, the other gets a conflict", async () => {
    const { viewer } = await member("twice@example.test");
    const outcomes = await Promise.all(
      ["seven small stones in a row", "six tall trees by the river"].map((password) =>
        wish(viewer, { current: good, password }),
      ),
    );
    // Whoever comes while the other writes is in conflict; whoever comes after it has a wrong old password.
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(["conflict", "invalid"]).toContain(outcomes.map((one) => (one.ok ? "" : one.code)).join(""));
  });

  test("8 characters are enough while a second factor is active, 15 otherwise", async () => {
    const { viewer } = await member("factor@example.test");
    expect(await leastFor(runtime.db, viewer.id)).toBe(15);
    await runtime.db.insert(totps).values({ personId: viewer.id, secret: "sealed", createdAt: runtime.clock() });
    expect(await leastFor(runtime.db, viewer.id)).toBe(15);
    await runtime.db.update(totps).set({ confirmedAt: runtime.clock() }).where(eq(totps.personId, viewer.id));
    expect(await leastFor(runtime.db, viewer.id)).toBe(8);
    const refused = (password: string) => wish(viewer, { current: good, password });
    expect(await refused("seven77")).toMatchObject({ fields: [{ message: expect.stringContaining("8 characters") }] });
    expect(await refused("password1")).toMatchObject({ fields: [{ message: expect.stringContaining("Many people") }] });
    expect(await refused("grey owl")).toMatchObject({ ok: true });
  });

  test("without a password a fresh session sets the first one", async () => {
    const { viewer } = await member("google@example.test");
    await runtime.db.update(signIns).set({ providerId: "google" }).where(eq(signIns.userId, viewer.id));
    expect(await mySignIns(ctxFor(runtime, viewer), {})).toMatchObject({
      value: { password: null, providers: [{ providerId: "google" }] },
    });
    expect(await wish(stale(viewer), { password: other })).toMatchObject({ ok: false, code: "step-up" });
    expect(await wish(viewer, { password: "short" })).toMatchObject({ fields: [{ path: "password" }] });
    expect(await wish(viewer, { password: other })).toMatchObject({ ok: true });
    expect((await mailsTo(runtime, viewer.email)).at(-1)?.subject).toBe("Your account has a password now");
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: other }, null)).toMatchObject({ ok: true });
    expect(await mySignIns(ctxFor(runtime, viewer), {})).toMatchObject({
      value: { password: { since: runtime.clock() } },
    });
  });

  test("a session that ended while the form was open changes nothing", async () => {
    const { viewer } = await member("ended@example.test");
    await runtime.db.delete(sessions).where(eq(sessions.userId, viewer.id));
    expect(await wish(viewer, { current: good, password: other })).toMatchObject({ ok: false, code: "signed-out" });
    await signedIn(runtime, viewer.email);
  });
});

describe("sessions", () => {
  const list = async (viewer: Viewer) => {
    const found = await mySessions(ctxFor(runtime, viewer), {});
    if (!found.ok) throw new Error(found.message);
    return found.value;
  };
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";

  async function signInFrom(email: string, address: string, agent: string): Promise<Headers> {
    const ctx = { ...ctxFor(runtime), request: { id: "test", address, agent } };
    const entered = await signIn(ctx, { email, password: good }, null);
    if (!entered.ok) throw new Error(entered.message);
    return cookieOf(entered.value.cookies);
  }

  test("are listed with device, place, way and times; this one first; those that died by time are not", async () => {
    const { viewer } = await member("list@example.test");
    later(runtime, 13 * 86_400);
    const headers = await signInFrom(viewer.email, "198.51.100.7", firefox);
    later(runtime, 3600);
    await signInFrom(viewer.email, "203.0.113.9", "");
    const here = await viewerOf(headers);
    expect(await list(here)).toMatchObject([
      { here: true, device: "Firefox on Linux", address: "198.51.100.7", method: "password", seen: runtime.clock() },
      { here: false, device: "Unknown device", address: "203.0.113.9" },
      { here: false, since: new Date(runtime.clock().getTime() - 13 * 86_400_000 - 3_600_000) },
    ]);
    later(runtime, 86_400);
    expect(await list(await viewerOf(headers))).toHaveLength(2);
    expect(await mySessions(ctxFor(runtime), {})).toMatchObject({ ok: false, code: "signed-out" });
  });

  test("the place is where the session was used last", async () => {
    const { headers } = await member("moves@example.test");
    later(runtime, 600);
    await resolveViewer(runtime, headers, "203.0.113.44");
    expect(await list(await viewerOf(headers))).toMatchObject([{ address: "203.0.113.44" }]);
  });

  test("one ends at once, on another process too", async () => {
    const { viewer } = await member("one@example.test");
    const headers = await signInFrom(viewer.email, "198.51.100.7", firefox);
    const pool = openPool(runtime.database.connection, quietLog, 2);
    const second = asDatabase(pool);
    const onSecond = () => resolveViewer({ ...runtime, db: second }, headers);
    const lost = await onSecond();
    if (lost.kind !== "person") throw new Error("not signed in");
    const end = (who: Viewer, id: string) => endSession(ctxFor(runtime, who), { id });
    expect(await end(stale(viewer), lost.sessionId)).toMatchObject({ ok: false, code: "step-up" });
    expect(await end(guest, lost.sessionId)).toMatchObject({ ok: false, code: "signed-out" });
    expect(await end(viewer, viewer.sessionId)).toMatchObject({ ok: false, code: "conflict" });
    expect(await end(viewer, "no id")).toMatchObject({ ok: false, code: "invalid" });
    expect((await onSecond()).kind).toBe("person");
    const twice = await Promise.all([end(viewer, lost.sessionId), end(viewer, lost.sessionId)]);
    expect(twice.map((one) => one.ok && one.value.ended).sort()).toEqual([0, 1]);
    expect(await onSecond()).toEqual(guest);
    await pool.end();
  });

  test("another person's session is as good as none", async () => {
    const [mine, theirs] = [await member("mine@example.test"), await member("theirs@example.test")];
    expect(await endSession(ctxFor(runtime, mine.viewer), { id: theirs.viewer.sessionId })).toEqual(done({ ended: 0 }));
    expect(await viewerOf(theirs.headers)).toMatchObject({ id: theirs.viewer.id });
  });

  test("all others end together; this one stays", async () => {
    const { viewer, headers } = await member("others@example.test");
    const elsewhere = [await signedIn(runtime, viewer.email), await signedIn(runtime, viewer.email)];
    expect(await endOtherSessions(ctxFor(runtime, stale(viewer)), {})).toMatchObject({ ok: false, code: "step-up" });
    expect(await endOtherSessions(ctxFor(runtime), {})).toMatchObject({ ok: false, code: "signed-out" });
    expect(await endOtherSessions(ctxFor(runtime, viewer), {})).toEqual(done({ ended: 2 }));
    for (const one of elsewhere) expect(await resolveViewer(runtime, one.headers)).toEqual(guest);
    expect(await list(await viewerOf(headers))).toHaveLength(1);
    expect(await endOtherSessions(ctxFor(runtime, viewer), {})).toEqual(done({ ended: 0 }));
  });
});

describe("theme and notices", () => {
  test("the theme is kept in the profile and used in a browser without one of its own", async () => {
    const { viewer } = await member("theme@example.test");
    const set = (theme: string, who: Viewer = viewer) => changeTheme(ctxFor(runtime, who), { theme });
    expect(await set("dark", guest)).toMatchObject({ ok: false, code: "signed-out" });
    expect(await set("blue")).toMatchObject({ ok: false, fields: [{ path: "theme" }] });
    expect(await set("dark")).toMatchObject({ ok: true, value: { cookie: expect.stringMatching(/^theme=dark;/) } });
    expect(await mySettings(ctxFor(runtime, viewer), {})).toMatchObject({ value: { theme: "dark" } });
    const cookies = async (theme?: string) => {
      const ctx = { ...ctxFor(runtime), request: { id: "test", address: "", ...(theme && { theme }) } };
      const entered = await signIn(ctx, { email: viewer.email, password: good }, null);
      return entered.ok ? entered.value.cookies.filter((cookie) => cookie.startsWith("theme=")) : null;
    };
    expect(await cookies()).toEqual([expect.stringMatching(/^theme=dark;.*SameSite=Lax/)]);
    expect(await cookies("light")).toEqual([]);
    expect(await set("system")).toMatchObject({ ok: true });
    expect(await mySettings(ctxFor(runtime, viewer), {})).toMatchObject({ value: { theme: "system" } });
    expect(await cookies()).toEqual([]);
  });

  test("kinds of notices that are off are stored, and read before mails are written", async () => {
    const { viewer } = await member("quiet@example.test");
    const set = (off: unknown, who: Viewer = viewer) => changeNotices(ctxFor(runtime, who), { off });
    expect(await set(["order.delivered", "order.assigned", "order.delivered"])).toEqual(done(null));
    const kept = ["order.assigned", "order.delivered"];
    expect(await mySettings(ctxFor(runtime, viewer), {})).toMatchObject({ value: { noticesOff: kept } });
    expect((await findPeople(runtime.db, [viewer.id])).get(viewer.id)?.noticesOff).toEqual(kept);
    for (const wrong of [["<b>"], "order.paid", Array.from({ length: 61 }, (_, n) => `order.k${"a".repeat(n % 40)}`)])
      expect(await set(wrong)).toMatchObject({ ok: false, code: "invalid" });
    expect(await set([], guest)).toMatchObject({ ok: false, code: "signed-out" });
    expect(await set([])).toEqual(done(null));
    expect(await runtime.db.select({ off: people.noticesOff }).from(people).where(eq(people.id, viewer.id))).toEqual([
      { off: [] },
    ]);
  });
});
