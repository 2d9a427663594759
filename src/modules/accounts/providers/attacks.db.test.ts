import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { tampers } from "#fakes/oidc/tamper.ts";
import { mails } from "#src/platform/tables.ts";
import { sweepAccounts } from "../sweep.ts";
import { oauthAttempts, people, sessions, signIns } from "../tables.ts";
import { openBrowser, openProviderFixture, type ProviderFixture, type Sent } from "./providers.testing.ts";

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await openProviderFixture();
});
afterAll(() => fixture?.close());

afterEach(async () => {
  fixture.runtime.setNow(new Date());
  for (const fake of [fixture.google, fixture.apple])
    Object.assign(fake.knobs, { down: null, clockOff: 0, token: null });
  // No attack of this file leaves a session, an account, a connection or a mail behind.
  for (const table of [sessions, people, signIns, mails])
    expect(await fixture.runtime.db.select().from(table)).toEqual([]);
});

const kinds = ["google", "apple"] as const;
const over = (kind: string) => `/login?trouble=${kind}.over`;
const failed = (kind: string) => `/login?trouble=${kind}.failed`;

describe.each(kinds)("%s: the state", (kind) => {
  test("missing, forged, empty, much too long", async () => {
    const browser = openBrowser(fixture.runtime);
    const sent = await browser.choose(kind, await browser.leave(kind));
    const { state: _, ...rest } = sent.fields;
    for (const state of [undefined, "forged", "", "x".repeat(7000)]) {
      const fields = state === undefined ? rest : { ...rest, state };
      expect(browser.where(await browser.arrive({ ...sent, fields }))).toBe(over(kind));
    }
  });

  test("of another browser, and of a browser that has no mark", async () => {
    const mine = openBrowser(fixture.runtime);
    const sent = await mine.choose(kind, await mine.leave(kind));
    expect(openBrowser(fixture.runtime).where(await openBrowser(fixture.runtime).arrive(sent))).toBe(over(kind));
    const other = openBrowser(fixture.runtime);
    await other.leave(kind);
    expect(other.where(await other.arrive(sent))).toBe(over(kind));
  });

  test("late: after ten minutes", async () => {
    const browser = openBrowser(fixture.runtime);
    const sent = await browser.choose(kind, await browser.leave(kind));
    fixture.runtime.setNow(new Date(Date.now() + 601_000));
    expect(browser.where(await browser.arrive(sent))).toBe(over(kind));
  });

  test("of a way that was given up", async () => {
    const browser = openBrowser(fixture.runtime);
    const sent = await browser.choose(kind, await browser.leave(kind), { choice: "cancel" });
    expect(browser.where(await browser.arrive(sent))).toBe(`/login?trouble=${kind}.cancelled`);
    expect(browser.where(await browser.arrive(sent))).toBe(over(kind));
  });
});

test("a code of one provider at the callback of the other", async () => {
  const browser = openBrowser(fixture.runtime);
  const google = await browser.choose("google", await browser.leave("google"));
  const apple = await browser.choose("apple", await browser.leave("apple"));
  const swap = (sent: Sent, provider: Sent["provider"]): Sent => ({ ...sent, provider });
  expect(browser.where(await browser.arrive(swap(google, "apple")))).toBe(over("apple"));
  expect(browser.where(await browser.arrive(swap(apple, "google")))).toBe(over("google"));
  // The right state with the other's code: the provider does not know it.
  const state = apple.fields.state ?? "";
  expect(browser.where(await browser.arrive({ ...apple, fields: { ...google.fields, state } }))).toBe(failed("apple"));
});

test("an issuer that is not the one we asked", async () => {
  const browser = openBrowser(fixture.runtime);
  const sent = await browser.choose("google", await browser.leave("google"));
  const iss = "https://accounts.example.test";
  expect(browser.where(await browser.arrive({ ...sent, fields: { ...sent.fields, iss } }))).toBe(failed("google"));
});

describe.each(kinds)("%s: the id token", (kind) => {
  test.each(tampers)("%s is refused", async (token) => {
    fixture[kind].knobs.token = token;
    expect(await openBrowser(fixture.runtime).go(kind)).toBe(failed(kind));
  });

  test.each([-3700, -700, 120, 3600])("a provider's clock that is off by %i seconds is refused", async (clockOff) => {
    fixture[kind].knobs.clockOff = clockOff;
    expect(await openBrowser(fixture.runtime).go(kind)).toBe(failed(kind));
  });

  test("a mail that is confirmed in words only", async () => {
    const cleo = fixture[kind].people.find(({ sub }) => sub === "cleo");
    for (const verified of ["false", false] as const) {
      Object.assign(cleo ?? {}, { verified });
      expect(await openBrowser(fixture.runtime).go(kind, { person: "cleo" })).toBe(`/login?trouble=${kind}.unverified`);
    }
  });
});

describe("Apple's form", () => {
  test("without its browser, the parked answer is of no use", async () => {
    const mine = openBrowser(fixture.runtime);
    const { fields } = await mine.choose("apple", await mine.leave("apple"));
    const thief = openBrowser(fixture.runtime);
    const body = new URLSearchParams(fields);
    const parked = await thief.shop("/api/auth/callback/apple", { method: "POST", body, crossSite: true });
    expect([parked.status, parked.headers.getSetCookie()]).toEqual([303, []]);
    const to = parked.headers.get("location") ?? "";
    expect(to).toMatch(/^\/api\/auth\/callback\/apple\?attempt=[0-9a-f-]{36}$/);
    expect(thief.where(await thief.shop(to))).toBe(over("apple"));
    await thief.leave("apple");
    expect(thief.where(await thief.shop(to))).toBe(over("apple"));
  });

  test("the first answer stays; what it says is sealed; nobody comes for an id that is none", async () => {
    const browser = openBrowser(fixture.runtime);
    const { fields } = await browser.choose("apple", await browser.leave("apple"));
    const post = (body: Record<string, string>) =>
      browser.shop("/api/auth/callback/apple", { method: "POST", body: new URLSearchParams(body), crossSite: true });
    await post(fields);
    expect(browser.where(await post({ ...fields, code: "another" }))).toBe(over("apple"));
    const [row] = await fixture.runtime.db.select().from(oauthAttempts).where(eq(oauthAttempts.provider, "apple"));
    expect(JSON.stringify(row)).not.toContain(fields.code);
    for (const id of ["", "x", "01a00000-0000-7000-8000-000000000000"])
      expect(browser.where(await browser.shop(`/api/auth/callback/apple?attempt=${id}`))).toBe(over("apple"));
  });

  test("JSON, nothing, and a form without a state", async () => {
    const browser = openBrowser(fixture.runtime);
    for (const init of [
      { body: "{}", headers: { "content-type": "application/json" } },
      {},
      { body: new URLSearchParams({ code: "x" }) },
    ])
      expect(browser.where(await browser.shop("/api/auth/callback/apple", { method: "POST", ...init }))).toBe(
        over("apple"),
      );
  });
});

describe("a provider that is away", () => {
  test.each(["refuse", "error"] as const)(
    "at the start (%s): one sentence, and well again without a restart",
    async (down) => {
      const fresh = await openProviderFixture();
      fresh.google.knobs.down = down;
      const browser = openBrowser(fresh.runtime);
      expect(await browser.go("google", {}, { next: "/custom" })).toBe("/login?next=%2Fcustom&trouble=google.away");
      const begun = await browser.shop("/api/auth/sign-in/google", {
        method: "POST",
        body: new URLSearchParams(),
        headers: { accept: "application/json" },
      });
      expect([begun.status, (await begun.json()).title]).toEqual([
        503,
        "Google does not answer at the moment. Try again, or use your e-mail and password.",
      ]);
      fresh.google.knobs.down = null;
      expect(await browser.go("google")).toBe("/dashboard");
      await fresh.close();
    },
  );

  test("between the two steps", async () => {
    for (const kind of kinds) {
      const browser = openBrowser(fixture.runtime);
      const sent = await browser.choose(kind, await browser.leave(kind));
      fixture[kind].knobs.down = "refuse";
      expect(browser.where(await browser.arrive(sent))).toBe(`/login?trouble=${kind}.away`);
    }
  });

  test("new keys are fetched when a token names them; addresses are asked for once", async () => {
    const fresh = await openProviderFixture();
    await openBrowser(fresh.runtime).go("google");
    fresh.google.changeKeys();
    expect(await openBrowser(fresh.runtime).go("google")).toBe("/dashboard");
    expect(await openBrowser(fresh.runtime).go("google")).toBe("/dashboard");
    expect(fresh.google.asked.get("/.well-known/openid-configuration")).toBe(1);
    expect(fresh.google.asked.get("/certs")).toBe(2);
    fresh.runtime.setNow(new Date(Date.now() + 3_601_000));
    await openBrowser(fresh.runtime).go("google");
    expect(fresh.google.asked.get("/.well-known/openid-configuration")).toBe(2);
    await fresh.close();
  });
});

test("addresses that are not open, and providers that are not set up", async () => {
  const browser = openBrowser(fixture.runtime);
  const status = async (method: string, path: string) => (await browser.shop(path, { method })).status;
  expect(await status("GET", "/api/auth/sign-in/google")).toBe(404);
  expect(await status("POST", "/api/auth/callback/google")).toBe(404);
  expect(await status("POST", "/api/auth/sign-in/github")).toBe(404);
  expect(await status("POST", "/api/auth/sign-in/google/more")).toBe(404);
  expect(await status("PUT", "/api/auth/callback/apple")).toBe(404);
  const bare = { ...fixture.runtime, config: { ...fixture.runtime.config, google: null } };
  expect((await openBrowser(bare).begin("google")).status).toBe(404);
});

test("the way out names our own address only, and ways that ended are swept", async () => {
  const browser = openBrowser(fixture.runtime);
  for (const next of ["//evil.test", "https://evil.test", "/\\evil.test"]) {
    const to = new URL(await browser.leave("google", { next }));
    expect(to.origin).toBe(fixture.google.issuer);
    expect(to.searchParams.get("redirect_uri")).toBe("http://localhost:3000/api/auth/callback/google");
    expect(to.searchParams.get("scope")).toBe("openid email profile");
    expect(to.searchParams.get("code_challenge_method")).toBe("S256");
    expect(to.href).not.toContain("evil");
  }
  const rows = await fixture.runtime.db.select().from(oauthAttempts);
  expect(JSON.stringify(rows)).not.toContain("evil");
  await sweepAccounts.run({ ...fixture.runtime, clock: () => new Date(Date.now() + 3_600_000) });
  expect(await fixture.runtime.db.select().from(oauthAttempts)).toEqual([]);
});
