import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mails } from "#src/platform/tables.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor } from "#tests/support/house.ts";
import { createPerson } from "#tests/support/people.ts";
import { linkIn, form as registration } from "../accounts.testing.ts";
import { confirmEmail } from "../commands/confirm-email.ts";
import { register } from "../commands/register.ts";
import { unlinkProvider } from "../commands/unlink-provider.ts";
import { people, sessions, signIns } from "../tables.ts";
import { resolveViewer } from "../viewer.ts";
import { openBrowser, openProviderWorld, type ProviderWorld } from "./providers.testing.ts";

let world: ProviderWorld;
let taken = 0;
beforeAll(async () => {
  world = await openProviderWorld();
});
afterAll(() => world?.close());

/** Somebody with an account at the stand-in for Google or Apple that no other test uses. */
function somebody(more: Partial<ProviderWorld["google"]["people"][number]> = {}) {
  const sub = `someone-${++taken}`;
  const one = { sub, first: "Some", last: `One${taken}`, name: `Some One${taken}`, email: `${sub}@example.test` };
  world.google.people.push({ ...one, verified: true, ...more });
  world.apple.people.push({ ...one, verified: "true", ...more });
  return { ...one, name: more.name ?? one.name, email: more.email ?? one.email };
}

const personOf = async (email: string) =>
  (await world.house.db.select().from(people).where(eq(people.email, email)))[0];
const waysOf = async (personId: string) =>
  (await world.house.db.select().from(signIns).where(eq(signIns.userId, personId))).map((row) => row.providerId);
const mailKinds = async (to: string) =>
  (await world.house.db.select({ kind: mails.kind }).from(mails).where(eq(mails.to, to))).map(({ kind }) => kind);

/** Signed in with a password, a moment ago, in a browser of their own. */
async function personIn(browser: ReturnType<typeof openBrowser>, given: Parameters<typeof createPerson>[1] = {}) {
  const one = await createPerson(world.house, given);
  const { sub } = somebody({ email: one.email });
  await browser.go("google", { person: sub });
  const viewer = await resolveViewer(world.house, browser.headers());
  if (viewer.kind !== "person" || viewer.id !== one.id) throw new Error("This person is not signed in.");
  return viewer;
}

describe("coming in", () => {
  test("somebody new gets an account of role 1 and goes on where they were", async () => {
    const browser = openBrowser(world.house);
    const ada = somebody();
    expect(await browser.go("google", { person: ada.sub }, { role: "3", next: "/order?service=quiz" })).toBe(
      "/order?service=quiz",
    );
    const viewer = await resolveViewer(world.house, browser.headers());
    expect(viewer).toMatchObject({ kind: "person", name: ada.name, role: 1, emailVerified: true });
    expect(await personOf(ada.email)).toMatchObject({ role: 1, passwordHash: "managed", appleIdToken: null });
    const [session] = await world.house.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, (viewer as Person).id));
    expect(session).toMatchObject({ way: "google", factorAt: null });
  });

  test("Apple tells names once; they stay, and the id token is kept sealed", async () => {
    const bo = somebody({ first: "Bo", last: "Lind" });
    expect(await openBrowser(world.house).go("apple", { person: bo.sub })).toBe("/dashboard");
    const first = await personOf(bo.email);
    expect(first).toMatchObject({ name: "Bo Lind", role: 1, appleIdToken: expect.stringMatching(/^v1\./) });
    expect(first?.appleIdToken).not.toContain("eyJ");
    expect(await openBrowser(world.house).go("apple", { person: bo.sub })).toBe("/dashboard");
    const second = await personOf(bo.email);
    expect(second).toMatchObject({ id: first?.id, name: "Bo Lind" });
    expect(second?.appleIdToken).not.toBe(first?.appleIdToken);
  });

  test("names that are withheld", async () => {
    const mute = somebody({ name: null });
    await openBrowser(world.house).go("google", { person: mute.sub });
    expect(await personOf(mute.email)).toMatchObject({ name: "Google User" });
    const quiet = somebody({ name: null });
    await openBrowser(world.house).go("apple", { person: quiet.sub });
    expect(await personOf(quiet.email)).toMatchObject({ name: quiet.sub });
  });

  test("a role in what Apple posts, or in its address, is no role", async () => {
    const eve = somebody();
    const browser = openBrowser(world.house);
    const sent = await browser.choose("apple", await browser.leave("apple", { role: "3" }), { person: eve.sub });
    sent.fields.user = JSON.stringify({ role: 3, isAdmin: true, name: { firstName: "Eve" } });
    sent.fields.role = "3";
    expect(browser.where(await browser.arrive(sent))).toBe("/dashboard");
    expect(await personOf(eve.email)).toMatchObject({ role: 1, capabilities: [], name: "Eve" });
  });

  test.each([
    [3, "/accountSettings/second-factor?next=%2Fadmin"],
    [2, "/accountSettings/second-factor"],
    [1, "/dashboard"],
    [7, "/dashboard"],
    [0, "/dashboard"],
  ])("after Apple a profile of role %s goes to %s", async (role, to) => {
    const one = somebody();
    await openBrowser(world.house).go("apple", { person: one.sub });
    await world.house.db.update(people).set({ role }).where(eq(people.email, one.email));
    expect(await openBrowser(world.house).go("apple", { person: one.sub })).toBe(to);
  });

  test("twenty first arrivals at once make one account", async () => {
    const one = somebody();
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        openBrowser(world.house).go(i % 2 ? "google" : "apple", { person: one.sub }),
      ),
    );
    expect(new Set(ends)).toEqual(new Set(["/dashboard"]));
    const rows = await world.house.db.select().from(people).where(eq(people.email, one.email));
    expect(rows).toHaveLength(1);
    expect((await waysOf(rows[0]?.id ?? "")).sort()).toEqual(["apple", "google"]);
  });

  test("a blocked person stays outside, a cancelled way too", async () => {
    const one = somebody();
    await openBrowser(world.house).go("google", { person: one.sub });
    await world.house.db.update(people).set({ blockedAt: new Date() }).where(eq(people.email, one.email));
    expect(await openBrowser(world.house).go("google", { person: one.sub })).toBe("/login?trouble=google.closed");
    for (const kind of ["google", "apple"] as const)
      for (const deed of ["cancel", "deny"] as const) {
        const browser = openBrowser(world.house);
        expect(await browser.go(kind, { person: somebody().sub, deed }, { next: "/custom" })).toBe(
          `/login?next=%2Fcustom&trouble=${kind}.cancelled`,
        );
        expect((await resolveViewer(world.house, browser.headers())).kind).toBe("guest");
      }
  });

  test("a second factor is asked for after a provider as after a password", async () => {
    const one = somebody();
    await openBrowser(world.house).go("google", { person: one.sub });
    const person = await personOf(one.email);
    await world.house.db.execute(
      `insert into accounts.totps (person_id, secret, created_at, confirmed_at) values ('${person?.id}', 'x', now(), now())`,
    );
    const browser = openBrowser(world.house);
    expect(await browser.go("google", { person: one.sub }, { next: "/custom" })).toBe(
      "/login/second-step?next=%2Fcustom",
    );
    expect((await resolveViewer(world.house, browser.headers())).kind).toBe("guest");
  });
});

describe("one e-mail, two ways in", () => {
  test("both sides confirmed it: connected, and the owner reads a mail", async () => {
    const one = somebody();
    const known = await createPerson(world.house, { email: one.email, name: "Own Name" });
    const browser = openBrowser(world.house);
    expect(await browser.go("google", { person: one.sub })).toBe("/dashboard");
    expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ id: known.id, name: "Own Name" });
    expect(await mailKinds(one.email)).toContain("account.provider-connected");
  });

  test("capital letters at the provider are the same e-mail", async () => {
    const known = await createPerson(world.house, { email: "case@example.test" });
    const one = somebody({ email: "Case@Example.test" });
    await openBrowser(world.house).go("google", { person: one.sub });
    expect(await waysOf(known.id)).toEqual(["google"]);
  });

  test.each(["google", "apple"] as const)("%s did not confirm it: refused, also for somebody new", async (kind) => {
    for (const verified of [false, "false"] as const) {
      const one = somebody({ verified });
      const browser = openBrowser(world.house);
      expect(await browser.go(kind, { person: one.sub })).toBe(`/login?trouble=${kind}.unverified`);
      expect(await personOf(one.email)).toBeUndefined();
      const known = await createPerson(world.house, { email: one.email });
      expect(await browser.go(kind, { person: one.sub })).toBe(`/login?trouble=${kind}.unverified`);
      expect(await waysOf(known.id)).toEqual([]);
    }
  });

  test("the account here did not confirm it: refused with what to do", async () => {
    const one = somebody();
    const known = await createPerson(world.house, { email: one.email });
    await world.house.db.update(people).set({ emailVerified: false }).where(eq(people.id, known.id));
    expect(await openBrowser(world.house).go("google", { person: one.sub })).toBe(
      "/login?trouble=google.connect-first",
    );
    expect(await waysOf(known.id)).toEqual([]);
  });

  test("no e-mail at all", async () => {
    const one = somebody({ email: null });
    expect(await openBrowser(world.house).go("google", { person: one.sub })).toBe("/login?trouble=google.no-email");
  });

  test("an account is known by its subject: another one with the same e-mail is not let in", async () => {
    const first = somebody();
    await openBrowser(world.house).go("google", { person: first.sub });
    const thief = somebody({ email: first.email });
    expect(await openBrowser(world.house).go("google", { person: thief.sub })).toBe(
      "/login?trouble=google.connect-first",
    );
    // The provider's address may change; the identity does not.
    const moved = world.google.people.find(({ sub }) => sub === first.sub);
    if (moved) moved.email = "moved@example.test";
    const browser = openBrowser(world.house);
    await browser.go("google", { person: first.sub });
    expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ email: first.email });
  });

  test("the address kept with an identity is one that the provider confirmed", async () => {
    const one = somebody();
    const kept = async () =>
      (await world.house.db.select().from(signIns).where(eq(signIns.accountId, one.sub)))[0]?.email;
    const there = world.google.people.find(({ sub }) => sub === one.sub);
    for (const [email, verified, known] of [
      ["first@example.test", true, "first@example.test"],
      ["claimed@example.test", false, "first@example.test"],
      ["second@example.test", true, "second@example.test"],
    ] as const) {
      Object.assign(there ?? {}, { email, verified });
      expect(await openBrowser(world.house).go("google", { person: one.sub })).toBe("/dashboard");
      expect(await kept()).toBe(known);
    }
  });

  test("the same subject at the other provider is another identity", async () => {
    const one = somebody();
    await openBrowser(world.house).go("google", { person: one.sub });
    const apple = world.apple.people.find(({ sub }) => sub === one.sub);
    if (apple) apple.email = "apple-only@example.test";
    const browser = openBrowser(world.house);
    await browser.go("apple", { person: one.sub });
    expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ email: "apple-only@example.test" });
  });

  test("whoever asked to register with the address first gets nothing of it", async () => {
    const one = somebody();
    const house = { ...world.house, config: { ...world.house.config, smtpUrl: "smtp://localhost" } };
    expect((await register(ctxFor(house), registration(one.email))).ok).toBe(true);
    const token = await linkIn(world.house, one.email);
    await openBrowser(world.house).go("google", { person: one.sub });
    const person = await personOf(one.email);
    expect(await confirmEmail(ctxFor(house), { token })).toMatchObject({ ok: false, code: "expired" });
    expect(await waysOf(person?.id ?? "")).toEqual(["google"]);
  });
});

describe("connecting, confirming, removing", () => {
  let browser: ReturnType<typeof openBrowser>;
  beforeEach(() => {
    browser = openBrowser(world.house);
    world.house.setNow(new Date());
  });
  const back = { next: "/accountSettings/sign-in" };

  test("a signed-in person connects Apple, with another e-mail, and signs in with it", async () => {
    const viewer = await personIn(browser);
    const one = somebody();
    expect(await browser.go("apple", { person: one.sub }, { purpose: "link", ...back })).toBe(back.next);
    expect((await waysOf(viewer.id)).sort()).toEqual(["apple", "google"]);
    expect(await mailKinds(viewer.email)).toContain("account.provider-connected");
    const other = openBrowser(world.house);
    await other.go("apple", { person: one.sub });
    expect(await resolveViewer(world.house, other.headers())).toMatchObject({ id: viewer.id });
  });

  test.each([
    ["an address that nobody confirmed", { verified: false }],
    ["no address", { email: null }],
  ])("connecting an account with %s is refused", async (_, more) => {
    const viewer = await personIn(browser);
    const one = somebody(more);
    expect(await browser.go("apple", { person: one.sub }, { purpose: "link", ...back })).toBe(
      `${back.next}?trouble=apple.unverified`,
    );
    expect(await waysOf(viewer.id)).toEqual(["google"]);
  });

  test("an account that is somebody else's, or a second one, is refused", async () => {
    const theirs = somebody();
    await openBrowser(world.house).go("apple", { person: theirs.sub });
    await personIn(browser);
    expect(await browser.go("apple", { person: theirs.sub }, { purpose: "link", ...back })).toBe(
      `${back.next}?trouble=apple.taken`,
    );
    expect(await browser.go("google", { person: somebody().sub }, { purpose: "link", ...back })).toBe(
      `${back.next}?trouble=google.other-connected`,
    );
  });

  test("connecting needs a fresh sign-in, and a signed-in person", async () => {
    expect(await browser.go("apple", {}, { purpose: "link", ...back })).toBe(
      `/login?next=${encodeURIComponent(back.next)}&trouble=apple.signed-out`,
    );
    await personIn(browser);
    world.house.setNow(new Date(Date.now() + 11 * 60_000));
    expect(await browser.go("apple", {}, { purpose: "link", ...back })).toBe(
      `/confirm-identity?next=${encodeURIComponent(back.next)}&trouble=apple.step-up`,
    );
  });

  test("a way begun by one person and ended by another connects nothing", async () => {
    await personIn(browser);
    const one = somebody();
    const sent = await browser.choose("google", await browser.leave("google", { purpose: "link" }), {
      person: one.sub,
    });
    const second = await personIn(browser);
    expect(browser.where(await browser.arrive(sent))).toBe("/accountSettings/sign-in?trouble=google.signed-out");
    expect(await waysOf(second.id)).toEqual(["google"]);
  });

  test("the connected account confirms anew; another one does not", async () => {
    const one = somebody();
    await browser.go("google", { person: one.sub });
    const before = browser.cookie();
    await world.house.db.update(sessions).set({ freshAt: new Date(0) });
    expect(await browser.go("google", { person: somebody().sub }, { purpose: "confirm", ...back })).toBe(
      `/confirm-identity?next=${encodeURIComponent(back.next)}&trouble=google.not-yours`,
    );
    expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ freshAt: new Date(0) });
    expect(await browser.go("google", { person: one.sub }, { purpose: "confirm", ...back })).toBe(back.next);
    expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ freshAt: world.house.clock() });
    expect(browser.cookie()).not.toBe(before);
    expect(await resolveViewer(world.house, new Headers({ cookie: before }))).toMatchObject({ kind: "guest" });
  });

  test("removing: fresh, connected, and never the last way in", async () => {
    const one = somebody();
    await browser.go("google", { person: one.sub });
    const viewer = (await resolveViewer(world.house, browser.headers())) as Person;
    const remove = (provider: string, who = viewer) => unlinkProvider(ctxFor(world.house, who), { provider });
    expect(await remove("google")).toMatchObject({ ok: false, code: "conflict" });
    expect(await remove("apple")).toMatchObject({ ok: false, code: "not-found" });
    await browser.go("apple", { person: one.sub }, { purpose: "link" });
    expect(await remove("apple", { ...viewer, freshAt: new Date(0) })).toMatchObject({ ok: false, code: "step-up" });
    expect(await remove("apple")).toMatchObject({ ok: true });
    expect(await waysOf(viewer.id)).toEqual(["google"]);
    expect(await personOf(one.email)).toMatchObject({ appleIdToken: null });
    expect(await mailKinds(one.email)).toContain("account.provider-removed");
  });
});

test("an answer works once, also after it worked, and a replay does not end what it began", async () => {
  for (const kind of ["google", "apple"] as const) {
    const browser = openBrowser(world.house);
    const one = somebody();
    const sent = await browser.choose(kind, await browser.leave(kind), { person: one.sub });
    expect(browser.where(await browser.arrive(sent))).toBe("/dashboard");
    const replayed = browser.where(await browser.arrive(sent));
    // Apple's form brings no cookie: nobody knows yet that this browser is signed in, and /login sends it on.
    expect(replayed).toBe(
      kind === "google" ? "/accountSettings/sign-in?trouble=google.over" : "/login?trouble=apple.over",
    );
    expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ email: one.email });
  }
});

test("of fifty arrivals with one answer at once, one signs in", async () => {
  const browser = openBrowser(world.house);
  const one = somebody();
  const sent = await browser.choose("google", await browser.leave("google"), { person: one.sub });
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.arrive(sent)));
  expect(answers.filter((answer) => browser.where(answer) === "/dashboard")).toHaveLength(1);
});

test("two tabs of one browser go to a provider at once, and both come back", async () => {
  const browser = openBrowser(world.house);
  const [one, other] = [somebody(), somebody()];
  const first = await browser.leave("google");
  const second = await browser.leave("google");
  const sentFirst = await browser.choose("google", first, { person: one.sub });
  const sentSecond = await browser.choose("google", second, { person: other.sub });
  for (const sent of [sentFirst, sentSecond]) expect(browser.where(await browser.arrive(sent))).toBe("/dashboard");
  expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ email: other.email });
});

test.each([-50, 50])("a provider's clock that is off by %i seconds is fine", async (clockOff) => {
  world.google.knobs.clockOff = clockOff;
  expect(await openBrowser(world.house).go("google", { person: somebody().sub })).toBe("/dashboard");
  world.google.knobs.clockOff = 0;
});

test("in a popup the answer goes to the return page: where to go on, or what went wrong", async () => {
  const mark = "0123456789abcdef0123456789abcdef";
  const one = somebody();
  const go = (more: object) =>
    openBrowser(world.house).go("google", { person: one.sub, ...more }, { popup: mark, next: "/custom" });
  expect(await go({})).toBe(`/auth/popup-done?n=${mark}&to=%2Fcustom`);
  expect(await go({ deed: "cancel" })).toBe(`/auth/popup-done?n=${mark}&trouble=google.cancelled`);
  const odd = openBrowser(world.house);
  expect(await odd.go("google", { person: one.sub }, { popup: "<script>" })).toBe("/dashboard");
});

test("the session before a sign-in ends with it", async () => {
  const browser = openBrowser(world.house);
  const one = somebody();
  await browser.go("google", { person: one.sub });
  const before = browser.cookie();
  await browser.go("apple", { person: one.sub });
  expect(await resolveViewer(world.house, new Headers({ cookie: before }))).toMatchObject({ kind: "guest" });
  expect(await resolveViewer(world.house, browser.headers())).toMatchObject({ kind: "person" });
});
