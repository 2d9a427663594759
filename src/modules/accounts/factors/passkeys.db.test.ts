import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "#src/platform/runtime.ts";
import { guest } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { cookieOf, form, good, kindsTo, later, newcomer, signedIn } from "../accounts.testing.ts";
import {
  addPasskey,
  askPasskey,
  confirmByPasskey,
  myPasskeys,
  passStepByPasskey,
  register,
  removeFactor,
  renamePasskey,
  resolveViewer,
  signIn,
  signInByPasskey,
} from "../index.server.ts";
import { passkeys } from "../tables.ts";
import { jarOf, viewerOf } from "./factors.testing.ts";
import { factorsOf } from "./queries/factors-of.ts";
import { softPasskey } from "./soft-passkey.testing.ts";

let email = "";
const runtime = await forThisFile(createAccountsRuntime({ now: new Date() }));
beforeEach(async () => {
  email = await newcomer(runtime, "passkey");
});

const here = () => ({ origin: runtime.config.baseUrl.origin, host: runtime.config.baseUrl.hostname });

/** The question of the server with the cookie that belongs to it. */
async function ask(ctx: Ctx, purpose: string, headers = new Headers()) {
  const { options, cookies } = must(await askPasskey(ctx, { purpose }, headers));
  return { options, challenge: jarOf(runtime, cookies).challenge };
}

async function withPasskey(who = email) {
  const { headers, id } = await signedIn(runtime, who);
  const ctx = await viewerOf(runtime, headers);
  const key = softPasskey(here());
  const { options, challenge } = await ask(ctx, "add");
  const added = must(await addPasskey(ctx, key.create(options), challenge));
  return { id, key, added, headers: cookieOf(added.cookies) };
}

const enter = async (key: ReturnType<typeof softPasskey>, wrong = {}) => {
  const { options, challenge } = await ask(ctxFor(runtime), "sign-in");
  return signInByPasskey(ctxFor(runtime), key.get(options, wrong), { challenge, short: false });
};

describe("adding a passkey", () => {
  test("names it after the device, creates backup codes with the first, and notifies the owner", async () => {
    const { id, added, headers } = await withPasskey();
    expect(added).toMatchObject({ name: "Unknown device" });
    expect(added.codes).toHaveLength(10);
    expect(await factorsOf(runtime.db, id)).toEqual({ totp: false, passkeys: 1, backupCodes: 10, any: true });
    expect(await kindsTo(runtime, email)).toContain("account.passkey-added");
    const ctx = await viewerOf(runtime, headers);
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
    const onFirefox = { ...ctx, request: { ...ctx.request, agent } };
    const names = [];
    for (let n = 0; n < 2; n += 1) {
      const { options, challenge } = await ask(ctx, "add");
      const next = must(await addPasskey(onFirefox, softPasskey(here()).create(options), challenge));
      expect(next.codes).toBeNull();
      names.push(next.name);
    }
    expect(names).toEqual(["Firefox on Linux", "Firefox on Linux 2"]);
  });

  test.each([
    ["made for another address", { origin: "https://evil.example" }],
    ["made for another host", { host: "evil.example" }],
    ["without checking its owner", { flags: 1 | 64 }],
    ["for another question", { challenge: "AAAA" }],
  ])("%s is refused, and its question is used up", async (_what, wrong) => {
    const ctx = await viewerOf(runtime, (await signedIn(runtime, email)).headers);
    const { options, challenge } = await ask(ctx, "add");
    const key = softPasskey(here());
    expect((await addPasskey(ctx, key.create(options, wrong), challenge)).ok).toBe(false);
    expect(await addPasskey(ctx, key.create(options), challenge)).toMatchObject({ ok: false, code: "expired" });
    expect(must(await myPasskeys(ctx, {}))).toEqual([]);
  });

  test("needs a fresh sign-in, a question of one's own, and text that is a passkey", async () => {
    const { headers } = await signedIn(runtime, email);
    const ctx = await viewerOf(runtime, headers);
    const { options, challenge } = await ask(ctx, "add");
    const stranger = `x-${email}`;
    await register(ctxFor(runtime), form(stranger));
    const other = await viewerOf(runtime, (await signedIn(runtime, stranger)).headers);
    expect(await addPasskey(other, softPasskey(here()).create(options), challenge)).toMatchObject({ code: "expired" });
    for (const text of ["", "{}", "null", '{"id":1}', "x".repeat(1000)]) {
      const again = await ask(ctx, "add");
      expect((await addPasskey(ctx, text, again.challenge)).ok).toBe(false);
    }
    const asked = await ask(ctx, "add");
    later(runtime, 301);
    expect(await addPasskey(ctx, softPasskey(here()).create(asked.options), asked.challenge)).toMatchObject({
      code: "expired",
    });
    later(runtime, 600);
    const stale = await viewerOf(runtime, headers);
    expect(await askPasskey(stale, { purpose: "add" }, new Headers())).toMatchObject({ code: "step-up" });
    expect(await askPasskey(ctxFor(runtime), { purpose: "add" }, new Headers())).toMatchObject({ code: "signed-out" });
  });

  test("the same one twice is refused", async () => {
    const { key, headers } = await withPasskey();
    const ctx = await viewerOf(runtime, headers);
    const { options, challenge } = await ask(ctx, "add");
    expect(options).toMatchObject({ excludeCredentials: [{ id: key.id }] });
    expect(await addPasskey(ctx, key.create(options), challenge)).toMatchObject({ ok: false, code: "conflict" });
  });
});

describe("signing in with a passkey", () => {
  test("is both steps at once", async () => {
    const { id, key } = await withPasskey();
    const entered = must(await enter(key));
    expect(entered.next).toBeUndefined();
    const viewer = await resolveViewer(runtime, cookieOf(entered.cookies));
    expect(viewer).toMatchObject({ id, freshAt: runtime.clock() });
    const [row] = await runtime.db.select().from(passkeys).where(eq(passkeys.personId, id));
    expect(row).toMatchObject({ counter: 2, lastUsedAt: runtime.clock() });
  });

  test("one answer counts once, also at once, and only in the browser that asked", async () => {
    const { key } = await withPasskey();
    const { options, challenge } = await ask(ctxFor(runtime), "sign-in");
    const answer = key.get(options);
    expect(await signInByPasskey(ctxFor(runtime), answer, { challenge: null, short: false })).toMatchObject({
      ok: false,
    });
    const failedSignIns = Array.from({ length: 5 }, () =>
      signInByPasskey(ctxFor(runtime), answer, { challenge, short: false }),
    );
    const outcomes = await Promise.all(failedSignIns);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await signInByPasskey(ctxFor(runtime), answer, { challenge, short: false })).toMatchObject({
      code: "expired",
    });
    const second = await ask(ctxFor(runtime), "sign-in");
    expect((await signInByPasskey(ctxFor(runtime), answer, { challenge: second.challenge, short: false })).ok).toBe(
      false,
    );
  });

  test.each([
    ["another address", { origin: "http://evil.example" }],
    ["another host", { host: "evil.example" }],
    ["an owner that the device did not check", { flags: 1 }],
    ["a counter that went back", { counter: 1 }],
    ["another person's handle", { userHandle: Buffer.from("somebody else").toString("base64url") }],
    ["another question", { challenge: "AAAA" }],
  ])("%s is refused", async (_what, wrong) => {
    const { key } = await withPasskey();
    must(await enter(key));
    expect(await enter(key, wrong)).toMatchObject({ ok: false, code: "signed-out" });
  });

  test("an unknown or removed passkey is refused, and a closed account stays closed", async () => {
    expect(await enter(softPasskey(here()))).toMatchObject({ ok: false, code: "signed-out" });
    const { key, id } = await withPasskey();
    await runtime.db.execute(`update accounts.people set blocked_at = now() where id = '${id}'`);
    expect(await enter(key)).toMatchObject({ ok: false, code: "forbidden" });
    await runtime.db.execute(`update accounts.people set blocked_at = null where id = '${id}'`);
    await runtime.db.delete(passkeys).where(eq(passkeys.personId, id));
    expect(await enter(key)).toMatchObject({ ok: false, code: "signed-out" });
  });

  test("after a hundred wrong passwords the passkey still opens", async () => {
    const { key } = await withPasskey();
    const { emailKey } = runtime.port((await import("../ports.ts")).authPort);
    await runtime.db.execute(
      `insert into accounts.failed_sign_ins (key, failures, next_at, last_at) values ('account:${emailKey(email)}', 100, now(), now())`,
    );
    expect(await signIn(ctxFor(runtime), { email, password: good }, null)).toMatchObject({ code: "too-many" });
    expect((await enter(key)).ok).toBe(true);
  });
});

describe("a passkey as second step, and to confirm", () => {
  test("passes the second step of its owner alone", async () => {
    const { key, id } = await withPasskey();
    const stranger = `y-${email}`;
    await register(ctxFor(runtime), form(stranger));
    const foreign = await withPasskey(stranger);
    const begin = async () => {
      const entered = must(await signIn(ctxFor(runtime), { email, password: good }, null));
      expect(entered.next).toBe("second-step");
      const { headers, step } = jarOf(runtime, entered.cookies);
      return { step, ...(await ask(ctxFor(runtime), "second-step", headers)) };
    };
    const first = await begin();
    expect(first.options).toMatchObject({ allowCredentials: [{ id: key.id }] });
    const wrong = foreign.key.get(first.options);
    expect(
      (await passStepByPasskey(ctxFor(runtime), wrong, { token: first.step, challenge: first.challenge })).ok,
    ).toBe(false);
    const second = await begin();
    const passed = must(
      await passStepByPasskey(ctxFor(runtime), key.get(second.options), {
        token: second.step,
        challenge: second.challenge,
      }),
    );
    expect(await resolveViewer(runtime, cookieOf(passed.cookies))).toMatchObject({ id });
    expect(await askPasskey(ctxFor(runtime), { purpose: "second-step" }, new Headers())).toMatchObject({
      code: "signed-out",
    });
  });

  test("makes a session fresh with a new token; a question for signing in does not do", async () => {
    const { key, headers } = await withPasskey();
    later(runtime, 700);
    const ctx = await viewerOf(runtime, headers);
    const wrong = await ask(ctxFor(runtime), "sign-in");
    expect(await confirmByPasskey(ctx, key.get(wrong.options), wrong.challenge)).toMatchObject({ code: "expired" });
    const { options, challenge } = await ask(ctx, "confirm");
    const { cookies } = must(await confirmByPasskey(ctx, key.get(options), challenge));
    expect(await resolveViewer(runtime, headers)).toEqual(guest);
    expect(await resolveViewer(runtime, cookieOf(cookies))).toMatchObject({ freshAt: runtime.clock() });
  });
});

describe("the list of passkeys", () => {
  test("a name can change, to a name; others' passkeys do not exist", async () => {
    const { added, headers } = await withPasskey();
    const ctx = await viewerOf(runtime, headers);
    expect(await renamePasskey(ctx, { id: added.id, name: " Blue   key " })).toMatchObject({ ok: true });
    expect(must(await myPasskeys(ctx, {}))).toMatchObject([{ name: "Blue key", lastUsedAt: null }]);
    expect(await renamePasskey(ctx, { id: added.id, name: " " })).toMatchObject({ fields: [{ path: "name" }] });
    const stranger = `z-${email}`;
    await register(ctxFor(runtime), form(stranger));
    const other = await viewerOf(runtime, (await signedIn(runtime, stranger)).headers);
    for (const id of [added.id, "no id"]) {
      expect(await renamePasskey(other, { id, name: "Mine" })).toMatchObject({ code: "not-found" });
      expect(await removeFactor(other, { factor: "passkey", id })).toMatchObject({ code: "not-found" });
    }
  });

  test("two removed at once do not leave an account without a factor by accident", async () => {
    const { added, headers, id } = await withPasskey();
    const ctx = await viewerOf(runtime, headers);
    const { options, challenge } = await ask(ctx, "add");
    const second = must(await addPasskey(ctx, softPasskey(here()).create(options), challenge));
    const now = await viewerOf(runtime, cookieOf(second.cookies));
    const gone = await Promise.all(
      [added.id, second.id].map((one) => removeFactor(now, { factor: "passkey", id: one })),
    );
    expect(gone.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await factorsOf(runtime.db, id)).passkeys).toBe(1);
  });
});
