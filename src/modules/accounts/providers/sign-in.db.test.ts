import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { shownVersions } from "#tests/support/shown-versions.ts";
import { linkIn, mailsTo, shown } from "../accounts.testing.ts";
import { openAccount, readStart, startByCode, startByLink, vouchedIn } from "../index.server.ts";
import { messageOfTrouble } from "../index.ts";
import { authPort } from "../ports.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { people, sessions } from "../tables.ts";
import { openBrowser } from "./providers.testing.ts";
import { signInFixture } from "./sign-in.testing.ts";

const { fixture, somebody, personOf, methodsOf } = await signInFixture();

describe("coming in", () => {
  test("somebody new gets an account of role 1 and continues where they were", async () => {
    const browser = openBrowser(fixture.runtime);
    const ada = somebody();
    expect(await browser.go("google", { person: ada.sub }, { role: "3", next: "/order?service=quiz" })).toBe(
      "/order?service=quiz",
    );
    const viewer = await resolveViewer(fixture.runtime, browser.headers());
    expect(viewer).toMatchObject({ kind: "person", name: ada.name, role: 1, emailVerified: true });
    expect(await personOf(ada.email)).toMatchObject({ role: 1, passwordHash: "managed", appleIdToken: null });
    const [session] = await fixture.runtime.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, (viewer as Person).id));
    expect(session).toMatchObject({ method: "google", factorAt: null });
  });

  test("Apple sends names once; they are kept, and the id token is stored encrypted", async () => {
    const bo = somebody({ first: "Bo", last: "Lind" });
    expect(await openBrowser(fixture.runtime).go("apple", { person: bo.sub })).toBe("/dashboard");
    const first = await personOf(bo.email);
    expect(first).toMatchObject({ name: "Bo Lind", role: 1, appleIdToken: expect.stringMatching(/^v1\./) });
    expect(first?.appleIdToken).not.toMatch(/eyJ[\w-]*\.eyJ/);
    expect(await openBrowser(fixture.runtime).go("apple", { person: bo.sub })).toBe("/dashboard");
    const second = await personOf(bo.email);
    expect(second).toMatchObject({ id: first?.id, name: "Bo Lind" });
    expect(second?.appleIdToken).not.toBe(first?.appleIdToken);
  });

  test("names that are withheld", async () => {
    const mute = somebody({ name: null });
    await openBrowser(fixture.runtime).go("google", { person: mute.sub });
    expect(await personOf(mute.email)).toMatchObject({ name: "Google User" });
    const quiet = somebody({ name: null });
    await openBrowser(fixture.runtime).go("apple", { person: quiet.sub });
    expect(await personOf(quiet.email)).toMatchObject({ name: quiet.sub });
  });

  test("a role in what Apple posts, or in its address, is no role", async () => {
    const eve = somebody();
    const browser = openBrowser(fixture.runtime);
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
    await openBrowser(fixture.runtime).go("apple", { person: one.sub });
    await fixture.runtime.db.update(people).set({ role }).where(eq(people.email, one.email));
    expect(await openBrowser(fixture.runtime).go("apple", { person: one.sub })).toBe(to);
  });

  test("twenty first arrivals at once make one account", async () => {
    const one = somebody({ email: "crowd@icloud.com" });
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        openBrowser(fixture.runtime).go(i % 2 ? "google" : "apple", { person: one.sub }),
      ),
    );
    expect(new Set(ends)).toEqual(new Set(["/dashboard"]));
    const rows = await fixture.runtime.db.select().from(people).where(eq(people.email, one.email));
    expect(rows).toHaveLength(1);
    expect((await methodsOf(rows[0]?.id ?? "")).sort()).toEqual(["apple", "google"]);
  });

  test("a blocked person stays outside, a cancelled way too", async () => {
    const one = somebody();
    await openBrowser(fixture.runtime).go("google", { person: one.sub });
    await fixture.runtime.db.update(people).set({ blockedAt: new Date() }).where(eq(people.email, one.email));
    expect(await openBrowser(fixture.runtime).go("google", { person: one.sub })).toBe("/login?trouble=google.closed");
    for (const kind of ["google", "apple"] as const)
      for (const choice of ["cancel", "deny"] as const) {
        const browser = openBrowser(fixture.runtime);
        expect(await browser.go(kind, { person: somebody().sub, choice }, { next: "/custom" })).toBe(
          `/login?next=%2Fcustom&trouble=${kind}.cancelled`,
        );
        expect((await resolveViewer(fixture.runtime, browser.headers())).kind).toBe("guest");
      }
  });

  test("a second factor is asked for after a provider as after a password", async () => {
    const one = somebody();
    await openBrowser(fixture.runtime).go("google", { person: one.sub });
    const person = await personOf(one.email);
    await fixture.runtime.db.execute(
      `insert into accounts.totps (person_id, secret, created_at, confirmed_at) values ('${person?.id}', 'x', now(), now())`,
    );
    const browser = openBrowser(fixture.runtime);
    expect(await browser.go("google", { person: one.sub }, { next: "/custom" })).toBe(
      "/login/second-step?next=%2Fcustom",
    );
    expect((await resolveViewer(fixture.runtime, browser.headers())).kind).toBe("guest");
  });
});

test("somebody new accepts the texts that the page showed; after others, or none, nothing is made", async () => {
  const { termsVersion, privacyVersion } = shownVersions;
  const one = somebody();
  const choice = { person: one.sub };
  const stale = [
    [{ termsVersion: "2026-01-1" }, "terms-changed"],
    [{ privacyVersion: "2026-01-1" }, "privacy-changed"],
    [{ termsVersion: "", privacyVersion: "" }, "texts-changed"],
  ] as const;
  for (const [sent, trouble] of stale) {
    const browser = openBrowser(fixture.runtime);
    const to = `/login?next=%2Fcustom&trouble=google.${trouble}`;
    expect(await browser.go("google", choice, { next: "/custom", ...sent })).toBe(to);
    expect(messageOfTrouble(`google.${trouble}`)).toMatch(/No account was made/);
    // A page that opened a popup shows texts of before: it goes there too.
    const popup = "x".repeat(22);
    expect(await openBrowser(fixture.runtime).go("google", choice, { next: "/custom", popup, ...sent })).toBe(
      `/auth/popup-done?${new URLSearchParams({ n: popup, to })}`,
    );
  }
  expect(await personOf(one.email)).toBeUndefined();
  await openBrowser(fixture.runtime).go("google", choice);
  expect(await personOf(one.email)).toMatchObject({ termsVersion, privacyVersion });
  // Whoever has an account accepted before: the sign-in asks for no version.
  expect(await openBrowser(fixture.runtime).go("google", choice, { termsVersion: "" })).toBe("/dashboard");
});

describe("somebody new at a mailbox that the provider does not run", () => {
  /** Returns from the provider; the browser's token and the code of the mail. */
  async function asked(provider: "google" | "apple") {
    const one = somebody({ email: `old-${provider}-${crypto.randomUUID()}@example.org`, hosted: undefined });
    const browser = openBrowser(fixture.runtime);
    const to = await browser.go(provider, { person: one.sub }, { next: "/custom" });
    const token = fixture.runtime.port(authPort).cookies.readStart(browser.headers()) ?? "";
    const [mail] = await mailsTo(fixture.runtime, one.email);
    return { one, browser, to, token, code: mail?.content?.facts?.[0]?.[1] ?? "" };
  }
  const open = { name: "Some One", terms: "on", ...shown };
  const ctx = () => ctxFor(fixture.runtime);

  test.each(["google", "apple"] as const)(
    "%s: proves the address by e-mail before there is an account",
    async (provider) => {
      const { one, browser, to, token, code } = await asked(provider);
      expect(to).toBe("/start?next=%2Fcustom");
      expect(await personOf(one.email)).toBeUndefined();
      expect((await resolveViewer(fixture.runtime, browser.headers())).kind).toBe("guest");
      expect(await readStart(ctx(), token)).toMatchObject({ stage: "letter", email: one.email, provider });
      const proven = must(await startByCode(ctx(), token, code));
      const newToken = "newToken" in proven ? proven.newToken : "";
      expect(await readStart(ctx(), newToken)).toMatchObject({ stage: "new", email: one.email });
      must(await openAccount(ctx(), { token: newToken, ...open }, shown));
      const person = await personOf(one.email);
      expect(await methodsOf(person?.id ?? "")).toEqual([provider]);
      const next = openBrowser(fixture.runtime);
      expect(await next.go(provider, { person: one.sub })).toBe("/dashboard");
      expect(await resolveViewer(fixture.runtime, next.headers())).toMatchObject({ email: one.email });
    },
  );

  test("the link of the mail proves the mailbox, not the provider's account: its owner stays outside", async () => {
    const { one } = await asked("google");
    const proven = must(await startByLink(ctx(), await linkIn(fixture.runtime, one.email)));
    must(await openAccount(ctx(), { token: "newToken" in proven ? proven.newToken : "", ...open }, shown));
    expect(await methodsOf((await personOf(one.email))?.id ?? "")).toEqual([]);
    const other = openBrowser(fixture.runtime);
    expect(await other.go("google", { person: one.sub })).toBe("/login?trouble=google.connect-first");
  });

  test("a letter that is sent again keeps who came, another address does not", async () => {
    const { one, token } = await asked("apple");
    expect(await vouchedIn(ctx(), token, one.email)).toMatchObject({ provider: "apple", sub: one.sub });
    expect(await vouchedIn(ctx(), token, "else@example.org")).toBeUndefined();
  });
});

test("an answer works once, also after it worked, and a replay does not end what it began", async () => {
  for (const kind of ["google", "apple"] as const) {
    const browser = openBrowser(fixture.runtime);
    const one = somebody();
    const sent = await browser.choose(kind, await browser.leave(kind), { person: one.sub });
    expect(browser.where(await browser.arrive(sent))).toBe("/dashboard");
    const replayed = browser.where(await browser.arrive(sent));
    // Apple's form brings no cookie: nobody knows yet that this browser is signed in, and /login sends it on.
    expect(replayed).toBe(
      kind === "google" ? "/accountSettings/sign-in?trouble=google.over" : "/login?trouble=apple.over",
    );
    expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ email: one.email });
  }
});

test("of fifty arrivals with one answer at once, one signs in", async () => {
  const browser = openBrowser(fixture.runtime);
  const one = somebody();
  const sent = await browser.choose("google", await browser.leave("google"), { person: one.sub });
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.arrive(sent)));
  expect(answers.filter((answer) => browser.where(answer) === "/dashboard")).toHaveLength(1);
});

test("two tabs of one browser sign in with a provider at the same time, and both return", async () => {
  const browser = openBrowser(fixture.runtime);
  const [one, other] = [somebody(), somebody()];
  const first = await browser.leave("google");
  const second = await browser.leave("google");
  const sentFirst = await browser.choose("google", first, { person: one.sub });
  const sentSecond = await browser.choose("google", second, { person: other.sub });
  for (const sent of [sentFirst, sentSecond]) expect(browser.where(await browser.arrive(sent))).toBe("/dashboard");
  expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ email: other.email });
});

test.each([-50, 50])("a provider's clock that is off by %i seconds is fine", async (clockOff) => {
  onTestFinished(() => {
    fixture.google.knobs.clockOff = 0;
  });
  fixture.google.knobs.clockOff = clockOff;
  expect(await openBrowser(fixture.runtime).go("google", { person: somebody().sub })).toBe("/dashboard");
});

test("in a popup the answer goes to the return page: where to continue, or what went wrong", async () => {
  const mark = "0123456789abcdef0123456789abcdef";
  const one = somebody();
  const go = (more: object) =>
    openBrowser(fixture.runtime).go("google", { person: one.sub, ...more }, { popup: mark, next: "/custom" });
  expect(await go({})).toBe(`/auth/popup-done?n=${mark}&to=%2Fcustom`);
  expect(await go({ choice: "cancel" })).toBe(`/auth/popup-done?n=${mark}&trouble=google.cancelled`);
  const odd = openBrowser(fixture.runtime);
  expect(await odd.go("google", { person: one.sub }, { popup: "<script>" })).toBe("/dashboard");
});

test("the session before a sign-in ends with it", async () => {
  const browser = openBrowser(fixture.runtime);
  const one = somebody({ email: "both@icloud.com" });
  await browser.go("google", { person: one.sub });
  const before = browser.cookie();
  await browser.go("apple", { person: one.sub });
  expect(await resolveViewer(fixture.runtime, new Headers({ cookie: before }))).toMatchObject({ kind: "guest" });
  expect(await resolveViewer(fixture.runtime, browser.headers())).toMatchObject({ kind: "person" });
});
