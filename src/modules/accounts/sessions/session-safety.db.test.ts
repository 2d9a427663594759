import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Port, Runtime } from "#src/platform/runtime.ts";
import { guest } from "#src/shared/viewer.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, forThisFile, type TestRuntime } from "#tests/support/runtime.ts";
import { cookieOf, form, good, later, linkIn, mailsTo, newcomer, other, signedIn } from "../accounts.testing.ts";
import {
  askReset,
  authHandler,
  authPort,
  confirmEmail,
  openAuth,
  readResetLink,
  register,
  resolveViewer,
  setPassword,
  signIn,
  signOut,
} from "../index.server.ts";
import { issueToken, pendingToken } from "../sign-in/verification-tokens.ts";
import { passkeys, people, sessions } from "../tables.ts";

/** A second process of the same installation: its own engine, the same records and secret. */
const secondProcess = (runtime: TestRuntime): Runtime => {
  const auth = openAuth(runtime);
  return { ...runtime, port: <T>(key: Port<T>): T => (key.name === authPort.name ? (auth as T) : runtime.port(key)) };
};

let email = "";
const runtime = await forThisFile(createAccountsRuntime({ now: new Date() }));
beforeEach(async () => {
  email = await newcomer(runtime, "safe");
});

const who = (headers: Headers) => resolveViewer(runtime, headers);
const pair = (headers: Headers) => headers.get("cookie") ?? "";

describe("a session's cookie", () => {
  test("that was there before the sign-in is worth nothing afterwards", async () => {
    const attacker = `attacker-${email}`;
    await register(ctxFor(runtime), form(attacker));
    const planted = await signedIn(runtime, attacker);
    const entered = await signIn(ctxFor(runtime, await who(planted.headers)), { email, password: good }, null);
    if (!entered.ok) throw new Error(entered.message);
    expect(pair(cookieOf(entered.value.cookies))).not.toBe(pair(planted.headers));
    expect(await who(planted.headers)).toEqual(guest);
    expect(await who(new Headers({ cookie: "pw_session=chosen.by-somebody" }))).toEqual(guest);
  });

  test("twice under one name counts for nobody", async () => {
    const mine = await signedIn(runtime, email);
    const again = await signedIn(runtime, email);
    expect(await who(new Headers({ cookie: `${pair(mine.headers)}; ${pair(again.headers)}` }))).toEqual(guest);
    expect(await who(new Headers({ cookie: `theme=dark; ${pair(mine.headers)}` }))).toMatchObject({ id: mine.id });
  });

  test("of another host's name, in the address, or in another header is not read", async () => {
    const { headers } = await signedIn(runtime, email);
    const value = pair(headers).slice("pw_session=".length);
    for (const cookie of [`__Host-pw_session=${value}`, `PW_SESSION=${value}`, `pw_session2=${value}`])
      expect(await who(new Headers({ cookie }))).toEqual(guest);
    expect(await who(new Headers({ authorization: `Bearer ${value}`, "x-session": value }))).toEqual(guest);
    const asked = await authHandler(runtime)(new Request(`http://x/api/auth/get-session?pw_session=${value}`));
    expect(await asked.json()).toBeNull();
  });
});

describe("a session ends at once, on every process", () => {
  const ends: readonly [string, (of: { headers: Headers; id: string }) => Promise<unknown>][] = [
    ["sign-out", async ({ headers }) => signOut(ctxFor(runtime, await who(headers)), {})],
    [
      "a block",
      async ({ id }) => runtime.db.update(people).set({ blockedAt: runtime.clock() }).where(eq(people.id, id)),
    ],
    [
      "a reset",
      async () => {
        await askReset(ctxFor(runtime), { email });
        await setPassword(ctxFor(runtime), { token: await linkIn(runtime, email), password: other });
      },
    ],
    ["leaving", async ({ id }) => runtime.db.delete(people).where(eq(people.id, id))],
  ];
  test.each(ends)("after %s", async (_what, end) => {
    const mine = await signedIn(runtime, email);
    const second = secondProcess(runtime);
    expect(await resolveViewer(second, mine.headers)).toMatchObject({ id: mine.id });
    await end(mine);
    expect(await resolveViewer(second, mine.headers)).toEqual(guest);
    expect(await who(mine.headers)).toEqual(guest);
    const asked = await authHandler(second)(new Request("http://x/api/auth/get-session", { headers: mine.headers }));
    expect(await asked.json()).toBeNull();
  });
});

describe("taking an account over before its owner comes", () => {
  test("the first confirmation makes the account; every other link of the address ends, and nobody was signed in", async () => {
    const real = await createAccountsRuntime({
      mode: "real",
      env: { SMTP_URL: "smtp://127.0.0.1:1", BASE_URL: "http://localhost:3000" },
    });
    try {
      const victim = "victim@example.test";
      const { emailKey, hashing } = real.port(authPort);
      const hash = await hashing.hash(other);
      if (!hash.ok) throw new Error(hash.message);
      const asked = { name: "Attacker", email: victim, hash: hash.value };
      const attackers = await issueToken(real.db, pendingToken, emailKey(victim), asked, real.clock());
      await register(ctxFor(real), form(victim));
      const confirmed = await confirmEmail(ctxFor(real), { token: await linkIn(real, victim) });
      expect(confirmed.ok).toBe(true);
      expect(await confirmEmail(ctxFor(real), { token: attackers })).toMatchObject({ ok: false, code: "expired" });
      expect((await signIn(ctxFor(real), { email: victim, password: other }, null)).ok).toBe(false);
      expect((await signIn(ctxFor(real), { email: victim, password: good }, null)).ok).toBe(true);
    } finally {
      await real.drop();
    }
  });

  test("a reset ends sessions and older links, and names the other ways in that it leaves open", async () => {
    const mine = await signedIn(runtime, email);
    await runtime.db.insert(passkeys).values({
      id: newId(),
      personId: mine.id,
      credentialId: newId(),
      publicKey: "x",
      counter: 0,
      name: "Strange phone",
      createdAt: runtime.clock(),
    });
    await askReset(ctxFor(runtime), { email });
    const old = await linkIn(runtime, email);
    later(runtime, 1);
    await askReset(ctxFor(runtime), { email });
    const token = await linkIn(runtime, email);
    expect(await readResetLink(ctxFor(runtime), { token: old })).toMatchObject({ ok: false });
    expect((await setPassword(ctxFor(runtime), { token, password: other })).ok).toBe(true);
    expect(await runtime.db.select().from(sessions).where(eq(sessions.userId, mine.id))).toEqual([]);
    const sentMails = (await mailsTo(runtime, email)).find(({ kind }) => kind === "account.password-changed");
    expect(JSON.stringify(sentMails?.content)).toContain("Strange phone");
    expect(await signIn(ctxFor(runtime), { email, password: other }, null)).toMatchObject({
      value: { next: "second-step" },
    });
  });
});

describe("what the owner is notified of", () => {
  const devices = async () => (await mailsTo(runtime, email)).filter(({ kind }) => kind === "account.new-device");
  const enter = async (device: string | null) => {
    const ctx = ctxFor(runtime);
    const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
    const entered = await signIn(
      { ...ctx, request: { ...ctx.request, agent, device } },
      { email, password: good },
      device,
    );
    if (!entered.ok) throw new Error(entered.message);
    const mark = entered.value.cookies.find((one) => one.startsWith("pw_device="));
    return decodeURIComponent(mark?.split(";")[0]?.slice("pw_device=".length) ?? "");
  };

  test("a sign-in from a new device, once for each device", async () => {
    const mark = await enter(null);
    expect(await devices()).toHaveLength(1);
    expect(JSON.stringify((await devices())[0]?.content)).toContain("Firefox on Windows");
    await enter(mark);
    expect(await devices()).toHaveLength(1);
    await enter("made.up");
    expect(await devices()).toHaveLength(2);
  });

  test("nothing right after registering", async () => {
    const fresh = `fresh-${email}`;
    await register(ctxFor(runtime), form(fresh));
    expect(await mailsTo(runtime, fresh)).toEqual([]);
  });

  test("the 21st session ends the oldest, one mail a day", async () => {
    const { id } = await signedIn(runtime, email);
    const [row] = await runtime.db.select().from(sessions).where(eq(sessions.userId, id));
    if (!row) throw new Error("There is no session.");
    const copies = Array.from({ length: 19 }, (_, n) => ({ ...row, id: newId(), token: `${row.token}-${n}` }));
    await runtime.db.insert(sessions).values(copies);
    expect((await mailsTo(runtime, email)).filter(({ kind }) => kind === "account.sessions-full")).toEqual([]);
    for (let n = 0; n < 2; n += 1) {
      later(runtime, 1);
      await signedIn(runtime, email);
    }
    expect(await runtime.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(20);
    const sentMails = (await mailsTo(runtime, email)).filter(({ kind }) => kind === "account.sessions-full");
    expect(sentMails).toHaveLength(1);
  });
});
