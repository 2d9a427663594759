import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { linkIn, form as registration } from "../accounts.testing.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { confirmEmail, register } from "../sign-in/commands/register.ts";
import { people, sessions, signIns } from "../tables.ts";
import { unlinkProvider } from "./linked-providers.ts";
import { openBrowser } from "./providers.testing.ts";
import { signInFixture } from "./sign-in.testing.ts";

const { fixture, somebody, personOf, methodsOf, mailKinds, personIn } = await signInFixture();

describe("one e-mail, two ways in", () => {
  test("both sides confirmed it: connected, and the owner reads a mail", async () => {
    const one = somebody();
    const known = await createPerson(fixture.runtime, { email: one.email, name: "Own Name" });
    const browser = openBrowser(fixture.runtime);
    expect(await browser.go("google", { person: one.sub })).toBe("/dashboard");
    expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ id: known.id, name: "Own Name" });
    expect(await mailKinds(one.email)).toContain("account.provider-connected");
  });

  const there = newId();
  test.each([
    ["google", "joins", { email: `${there}@gmail.com`, hosted: "" }],
    ["google", "joins", { email: `${there}@school.test`, hosted: "school.test" }],
    ["google", "is not let in", { email: `${there}@mail.test`, hosted: "" }],
    ["google", "is not let in", { email: `${there}@icloud.com`, hosted: "" }],
    ["google", "is not let in", { email: `${there}@gmail.com.test`, hosted: "" }],
    ["apple", "joins", { email: `${there}-a@icloud.com` }],
    ["apple", "joins", { email: `${there}@me.com` }],
    ["apple", "joins", { email: `${there}@mac.com` }],
    ["apple", "joins", { email: `${there}@privaterelay.appleid.com` }],
    ["apple", "is not let in", { email: `${there}-a@gmail.com`, hosted: "gmail.com" }],
  ] as const)("%s %s where an account has the address: %j", async (kind, end, more) => {
    const known = await createPerson(fixture.runtime, { email: more.email });
    const one = somebody(more);
    const at = await openBrowser(fixture.runtime).go(kind, { person: one.sub });
    expect(at).toBe(end === "joins" ? "/dashboard" : `/login?trouble=${kind}.connect-first`);
    expect(await methodsOf(known.id)).toEqual(end === "joins" ? [kind] : []);
  });

  test("capital letters at the provider are the same e-mail", async () => {
    const known = await createPerson(fixture.runtime, { email: "case@example.test" });
    const one = somebody({ email: "Case@Example.test" });
    await openBrowser(fixture.runtime).go("google", { person: one.sub });
    expect(await methodsOf(known.id)).toEqual(["google"]);
  });

  test.each(["google", "apple"] as const)("%s did not confirm it: refused, also for somebody new", async (kind) => {
    for (const verified of [false, "false"] as const) {
      const one = somebody({ verified });
      const browser = openBrowser(fixture.runtime);
      expect(await browser.go(kind, { person: one.sub })).toBe(`/login?trouble=${kind}.unverified`);
      expect(await personOf(one.email)).toBeUndefined();
      const known = await createPerson(fixture.runtime, { email: one.email });
      expect(await browser.go(kind, { person: one.sub })).toBe(`/login?trouble=${kind}.unverified`);
      expect(await methodsOf(known.id)).toEqual([]);
    }
  });

  test("the account here did not confirm it: refused with what to do", async () => {
    const one = somebody();
    const known = await createPerson(fixture.runtime, { email: one.email });
    await fixture.runtime.db.update(people).set({ emailVerified: false }).where(eq(people.id, known.id));
    expect(await openBrowser(fixture.runtime).go("google", { person: one.sub })).toBe(
      "/login?trouble=google.connect-first",
    );
    expect(await methodsOf(known.id)).toEqual([]);
  });

  test("no e-mail at all", async () => {
    const one = somebody({ email: null });
    expect(await openBrowser(fixture.runtime).go("google", { person: one.sub })).toBe("/login?trouble=google.no-email");
  });

  test("an account is known by its subject: another one with the same e-mail is not let in", async () => {
    const first = somebody();
    await openBrowser(fixture.runtime).go("google", { person: first.sub });
    const thief = somebody({ email: first.email });
    expect(await openBrowser(fixture.runtime).go("google", { person: thief.sub })).toBe(
      "/login?trouble=google.connect-first",
    );
    // The provider's address may change; the identity does not.
    const moved = fixture.google.people.find(({ sub }) => sub === first.sub);
    if (moved) moved.email = "moved@example.test";
    const browser = openBrowser(fixture.runtime);
    await browser.go("google", { person: first.sub });
    expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ email: first.email });
  });

  test("the address kept with an identity is one that the provider confirmed", async () => {
    const one = somebody();
    const kept = async () =>
      (await fixture.runtime.db.select().from(signIns).where(eq(signIns.accountId, one.sub)))[0]?.email;
    const there = fixture.google.people.find(({ sub }) => sub === one.sub);
    for (const [email, verified, known] of [
      ["first@example.test", true, "first@example.test"],
      ["claimed@example.test", false, "first@example.test"],
      ["second@example.test", true, "second@example.test"],
    ] as const) {
      Object.assign(there ?? {}, { email, verified });
      expect(await openBrowser(fixture.runtime).go("google", { person: one.sub })).toBe("/dashboard");
      expect(await kept()).toBe(known);
    }
  });

  test("the same subject at the other provider is another identity", async () => {
    const one = somebody();
    await openBrowser(fixture.runtime).go("google", { person: one.sub });
    const apple = fixture.apple.people.find(({ sub }) => sub === one.sub);
    if (apple) apple.email = "apple-only@me.com";
    const browser = openBrowser(fixture.runtime);
    await browser.go("apple", { person: one.sub });
    expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ email: "apple-only@me.com" });
  });

  test("whoever asked to register with the address first gets nothing of it", async () => {
    const one = somebody();
    const runtime = { ...fixture.runtime, config: { ...fixture.runtime.config, smtpUrl: "smtp://localhost" } };
    expect((await register(ctxFor(runtime), registration(one.email))).ok).toBe(true);
    const token = await linkIn(fixture.runtime, one.email);
    await openBrowser(fixture.runtime).go("google", { person: one.sub });
    const person = await personOf(one.email);
    expect(await confirmEmail(ctxFor(runtime), { token })).toMatchObject({ ok: false, code: "expired" });
    expect(await methodsOf(person?.id ?? "")).toEqual(["google"]);
  });
});

describe("connecting, confirming, removing", () => {
  let browser: ReturnType<typeof openBrowser>;
  beforeEach(() => {
    browser = openBrowser(fixture.runtime);
    fixture.runtime.setNow(new Date());
  });
  const back = { next: "/accountSettings/sign-in" };

  test("a signed-in person connects Apple, with another e-mail, and signs in with it", async () => {
    const viewer = await personIn(browser);
    const one = somebody();
    expect(await browser.go("apple", { person: one.sub }, { purpose: "link", ...back })).toBe(back.next);
    expect((await methodsOf(viewer.id)).sort()).toEqual(["apple", "google"]);
    expect(await mailKinds(viewer.email)).toContain("account.provider-connected");
    const other = openBrowser(fixture.runtime);
    await other.go("apple", { person: one.sub });
    expect(await resolveViewer(fixture.runtime, other.headers())).toMatchObject({ id: viewer.id });
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
    expect(await methodsOf(viewer.id)).toEqual(["google"]);
  });

  test("an account that is somebody else's, or a second one, is refused", async () => {
    const theirs = somebody();
    await openBrowser(fixture.runtime).go("apple", { person: theirs.sub });
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
    fixture.runtime.setNow(new Date(Date.now() + 11 * 60_000));
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
    expect(await methodsOf(second.id)).toEqual(["google"]);
  });

  test("the connected account confirms anew; another one does not", async () => {
    const one = somebody();
    await browser.go("google", { person: one.sub });
    const before = browser.cookie();
    await fixture.runtime.db.update(sessions).set({ freshAt: new Date(0) });
    expect(await browser.go("google", { person: somebody().sub }, { purpose: "confirm", ...back })).toBe(
      `/confirm-identity?next=${encodeURIComponent(back.next)}&trouble=google.not-yours`,
    );
    expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ freshAt: new Date(0) });
    const began = fixture.runtime.clock();
    expect(await browser.go("google", { person: one.sub }, { purpose: "confirm", ...back })).toBe(back.next);
    const { freshAt } = (await resolveViewer(fixture.runtime, browser.headers())) as Person;
    expect(freshAt?.getTime()).toBeGreaterThanOrEqual(began.getTime());
    expect(browser.cookie()).not.toBe(before);
    expect(await resolveViewer(fixture.runtime, new Headers({ cookie: before }))).toMatchObject({ kind: "guest" });
  });

  test("the provider does not stand in for the second factor of an admin", async () => {
    const one = somebody();
    await browser.go("google", { person: one.sub });
    const person = await personOf(one.email);
    const { db } = fixture.runtime;
    await db.update(people).set({ role: 3 }).where(eq(people.email, one.email));
    await db.execute(
      `insert into accounts.totps (person_id, secret, created_at, confirmed_at) values ('${person?.id}', 'x', now(), now())`,
    );
    await db.update(sessions).set({ freshAt: new Date(0) });
    expect(await browser.go("google", { person: one.sub }, { purpose: "confirm", ...back })).toBe(
      `/confirm-identity?next=${encodeURIComponent(back.next)}&trouble=google.factor-first`,
    );
    expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ freshAt: new Date(0) });
  });

  test("removing: fresh, connected, and never the last way in", async () => {
    const one = somebody();
    await browser.go("google", { person: one.sub });
    const viewer = (await resolveViewer(fixture.runtime, browser.headers())) as Person;
    const remove = (provider: string, who = viewer) => unlinkProvider(ctxFor(fixture.runtime, who), { provider });
    expect(await remove("google")).toMatchObject({ ok: false, code: "conflict" });
    expect(await remove("apple")).toMatchObject({ ok: false, code: "not-found" });
    await browser.go("apple", { person: one.sub }, { purpose: "link" });
    expect(await remove("apple", { ...viewer, freshAt: new Date(0) })).toMatchObject({ ok: false, code: "step-up" });
    expect(await remove("apple")).toMatchObject({ ok: true });
    expect(await methodsOf(viewer.id)).toEqual(["google"]);
    expect(await personOf(one.email)).toMatchObject({ appleIdToken: null });
    expect(await mailKinds(one.email)).toContain("account.provider-removed");
  });
});
