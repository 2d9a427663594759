import { and, eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { mails } from "#src/platform/tables.ts";
import { done } from "#src/shared/outcome.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { ctxFor, type TestHouse } from "#tests/support/house.ts";
import { createAccountsHouse, createPerson } from "#tests/support/people.ts";
import { cookieOf, form, good, later, linkIn, mailsTo, other, start } from "./accounts.testing.ts";
import {
  askReset,
  blockPerson,
  cancelEmailChange,
  changeEmail,
  confirmEmail,
  confirmEmailChange,
  mySettings,
  readEmailChange,
  readResetLink,
  register,
  resolveViewer,
  setPassword,
  signIn,
  sweepAccounts,
  unblockPerson,
  undoEmailChange,
} from "./index.server.ts";
import { emailChanges, passkeys, people, signIns } from "./tables.ts";

let house: TestHouse;
let at = 0;
beforeAll(async () => {
  house = await createAccountsHouse({
    mode: "real",
    now: start,
    env: { SMTP_URL: "smtp://localhost:2525", LIMITS_FACTOR: "1000" },
  });
});
afterAll(() => house.drop());
beforeEach(() => {
  at += 1;
  later(house, 4 * 86_400);
});

const address = (name: string) => `${name}-${at}@example.test`;

/** An account with a password, and its viewer in a session that is fresh now. */
async function member(name: string): Promise<{ viewer: Viewer & { kind: "person" }; headers: Headers }> {
  const email = address(name);
  await register(ctxFor(house), form(email));
  const confirmed = await confirmEmail(ctxFor(house), { token: await linkIn(house, email) });
  if (!confirmed.ok) throw new Error(confirmed.message);
  const headers = cookieOf(confirmed.value.signedIn.cookies);
  later(house, 1);
  return { viewer: await viewerOf(headers), headers };
}

async function viewerOf(headers: Headers): Promise<Viewer & { kind: "person" }> {
  const viewer = await resolveViewer(house, headers);
  if (viewer.kind !== "person") throw new Error("nobody is signed in");
  return viewer;
}

const ask = (viewer: Viewer, email: string) => changeEmail(ctxFor(house, viewer), { email });
const confirm = (token: string) => confirmEmailChange(ctxFor(house), { token });
const undo = (token: string) => undoEmailChange(ctxFor(house), { token });
const emailOf = async (id: string) =>
  (await house.db.select({ email: people.email }).from(people).where(eq(people.id, id)))[0]?.email;
const kindsTo = async (to: string) => (await mailsTo(house, to)).map(({ kind }) => kind);
const expired = { ok: false, code: "expired" };

/** The token of the newest mail of a kind: other mails may have followed it. */
async function tokenOf(to: string, kind: string): Promise<string> {
  const rows = await house.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.kind, kind)))
    .orderBy(mails.id);
  return new URL(rows.at(-1)?.content?.button?.path ?? "/none", "http://x").searchParams.get("token") ?? "none";
}

async function change(viewer: Viewer & { kind: "person" }, to: string): Promise<string> {
  expect(await ask(viewer, to)).toEqual(done({ newEmail: to }));
  await confirm(await tokenOf(viewer.email, "account.email-old"));
  expect(await confirm(await tokenOf(to, "account.email-new"))).toEqual(done({ state: "done", email: to }));
  return tokenOf(viewer.email, "account.email-changed");
}

describe("both ends confirm", () => {
  test.each([
    ["old", "new"],
    ["new", "old"],
  ] as const)("the %s address first, then the %s one", async (first, second) => {
    const { viewer, headers } = await member("ann");
    const to = address("ann.new");
    await ask(viewer, to);
    const tokens = {
      old: await tokenOf(viewer.email, "account.email-old"),
      new: await tokenOf(to, "account.email-new"),
    };
    expect(JSON.stringify(await house.db.select().from(emailChanges))).not.toContain(tokens.old);
    expect(await confirm(tokens[first])).toEqual(done({ state: "waiting", other: second }));
    expect(await emailOf(viewer.id)).toBe(viewer.email);
    expect(await confirm(tokens[first])).toEqual(done({ state: "waiting", other: second }));
    expect(await confirm(tokens[second])).toEqual(done({ state: "done", email: to }));
    expect(await viewerOf(headers)).toMatchObject({ id: viewer.id, email: to, emailVerified: true });
    expect(await signIn(ctxFor(house), { email: to, password: good }, null)).toMatchObject({ ok: true });
    expect(await signIn(ctxFor(house), { email: viewer.email, password: good }, null)).toMatchObject({ ok: false });
    expect(await kindsTo(viewer.email)).toContain("account.email-changed");
    expect(await kindsTo(to)).toContain("account.email-set");
    for (const token of Object.values(tokens)) expect(await confirm(token)).toMatchObject(expired);
  });

  test("both confirmed at once make one change", async () => {
    const { viewer } = await member("race");
    const to = address("race.new");
    await ask(viewer, to);
    const old = await tokenOf(viewer.email, "account.email-old");
    const fresh = await tokenOf(to, "account.email-new");
    const said = await Promise.all([confirm(old), confirm(fresh), confirm(old), confirm(fresh)]);
    const states = said.map((one) => (one.ok ? one.value.state : one.code));
    expect(states.filter((state) => state === "done")).toHaveLength(1);
    expect(await emailOf(viewer.id)).toBe(to);
    expect((await kindsTo(viewer.email)).filter((kind) => kind === "account.email-changed")).toHaveLength(1);
  });

  test("two accounts that want one address at once: one gets it", async () => {
    const [one, two] = [await member("first"), await member("second")];
    const to = address("wanted");
    const tokens: string[] = [];
    for (const { viewer } of [one, two]) {
      await ask(viewer, to);
      await confirm(await tokenOf(viewer.email, "account.email-old"));
      tokens.push(await tokenOf(to, "account.email-new"));
      later(house, 1);
    }
    const said = await Promise.all(tokens.map(confirm));
    expect(said.filter((outcome) => outcome.ok)).toHaveLength(1);
    const owners = await house.db.select().from(people).where(eq(people.email, to));
    expect(owners).toHaveLength(1);
  });

  test("the page of a link says what it is, and the new end does not learn the old address", async () => {
    const { viewer } = await member("page");
    const to = address("page.new");
    await ask(viewer, to);
    const read = (token: string) => readEmailChange(ctxFor(house), { token });
    const fresh = await tokenOf(to, "account.email-new");
    expect(await read(fresh)).toEqual(done({ end: "new", newEmail: to, oldEmail: null, saidYes: false }));
    expect(JSON.stringify(await mailsTo(house, to))).not.toContain(viewer.email);
    await confirm(fresh);
    expect(await read(fresh)).toMatchObject({ ok: true, value: { saidYes: true } });
    const old = await tokenOf(viewer.email, "account.email-old");
    expect(await read(old)).toEqual(done({ end: "old", newEmail: to, oldEmail: viewer.email, saidYes: false }));
    expect(await read("made up")).toMatchObject(expired);
  });
});

describe("C19: who may ask, and for what", () => {
  test("a stolen session that is not fresh, a guest, a wrong and the own address are refused", async () => {
    const { viewer } = await member("stolen");
    expect(await ask(guest, address("thief"))).toMatchObject({ ok: false, code: "signed-out" });
    const stale: Viewer = { ...viewer, freshAt: new Date(house.clock().getTime() - 10 * 60_000) };
    expect(await ask(stale, address("thief"))).toMatchObject({ ok: false, code: "step-up" });
    expect(await ask(viewer, "no at sign")).toMatchObject({ ok: false, code: "invalid", fields: [{ path: "email" }] });
    expect(await ask(viewer, viewer.email.toUpperCase())).toMatchObject({ ok: false, fields: [{ path: "email" }] });
    expect(await house.db.select().from(emailChanges).where(eq(emailChanges.personId, viewer.id))).toEqual([]);
  });

  test("a taken address gets the same answer; its owner is told, and nothing can happen", async () => {
    const [asker, owner] = [await member("asker"), await member("owner")];
    expect(await ask(asker.viewer, owner.viewer.email)).toEqual(done({ newEmail: owner.viewer.email }));
    expect(await kindsTo(asker.viewer.email)).toEqual(["account.confirm", "account.email-old"]);
    expect(await kindsTo(owner.viewer.email)).toContain("account.email-taken");
    expect((await mailsTo(house, owner.viewer.email)).at(-1)?.content?.button?.path).toBe("/accountSettings");
    const old = await tokenOf(asker.viewer.email, "account.email-old");
    expect(await confirm(old)).toEqual(done({ state: "waiting", other: "new" }));
    expect(await emailOf(asker.viewer.id)).toBe(asker.viewer.email);
  });

  test("a free and a taken address cost the same statements", async () => {
    const [asker, owner] = [await member("counter"), await member("counted")];
    const said = async (email: string) => {
      const sent = vi.spyOn(pg.Client.prototype, "query");
      await ask(asker.viewer, email);
      const texts = sent.mock.calls.map(([first]: unknown[]) =>
        typeof first === "string" ? first : (first as { text: string }).text,
      );
      sent.mockRestore();
      return texts;
    };
    await said(address("counter.first"));
    const free = await said(address("counter.free"));
    expect(free.length).toBeGreaterThan(8);
    expect(await said(owner.viewer.email)).toEqual(free);
  });

  test("an address that somebody took in the meantime stays theirs", async () => {
    const { viewer } = await member("late");
    const to = address("late.new");
    await ask(viewer, to);
    await confirm(await tokenOf(viewer.email, "account.email-old"));
    const token = await tokenOf(to, "account.email-new");
    const owner = await createPerson(house, { email: to });
    expect(await confirm(token)).toMatchObject({ ok: false, code: "conflict" });
    expect([await emailOf(viewer.id), await emailOf(owner.id)]).toEqual([viewer.email, to]);
  });

  test("only the newest pair of links counts", async () => {
    const { viewer } = await member("twice");
    await ask(viewer, address("wrong"));
    const first = [
      await tokenOf(viewer.email, "account.email-old"),
      await tokenOf(address("wrong"), "account.email-new"),
    ];
    later(house, 1);
    await ask(viewer, address("right"));
    for (const token of first) expect(await confirm(token)).toMatchObject(expired);
    await confirm(await tokenOf(viewer.email, "account.email-old"));
    await confirm(await tokenOf(address("right"), "account.email-new"));
    expect(await emailOf(viewer.id)).toBe(address("right"));
  });

  test("links are over after 24 hours, and what nobody confirmed is swept", async () => {
    const { viewer } = await member("slow");
    await ask(viewer, address("slow.new"));
    const token = await tokenOf(viewer.email, "account.email-old");
    later(house, 24 * 3600);
    expect(await confirm(token)).toMatchObject(expired);
    expect(await mySettings(ctxFor(house, viewer), {})).toMatchObject({ value: { emailChange: null } });
    await sweepAccounts(house.db, new Date(house.clock().getTime() + 1));
    expect(await house.db.select().from(emailChanges).where(eq(emailChanges.personId, viewer.id))).toEqual([]);
  });

  test("the person sees what waits and takes it back", async () => {
    const { viewer } = await member("sorry");
    const to = address("sorry.new");
    await ask(viewer, to);
    const token = await tokenOf(to, "account.email-new");
    await confirm(token);
    expect(await mySettings(ctxFor(house, viewer), {})).toMatchObject({
      value: { emailChange: { newEmail: to, oldSaidYes: false, newSaidYes: true } },
    });
    expect(await cancelEmailChange(ctxFor(house, viewer), {})).toEqual(done(null));
    expect(await cancelEmailChange(ctxFor(house), {})).toMatchObject({ ok: false, code: "signed-out" });
    expect(await mySettings(ctxFor(house, viewer), {})).toMatchObject({ value: { emailChange: null } });
    expect(await confirm(token)).toMatchObject(expired);
  });

  test("without a mail server nobody could confirm: it says so", async () => {
    const { viewer } = await member("mute");
    const bare: TestHouse = { ...house, config: { ...house.config, smtpUrl: undefined } };
    expect(await changeEmail(ctxFor(bare, viewer), { email: address("mute.new") })).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("SMTP_URL"),
    });
  });

  test("three mails per hour and mailbox", async () => {
    const { viewer } = await member("many");
    later(house, 3600);
    const now = house.clock();
    const strict: TestHouse = { ...house, config: { ...house.config, limitsFactor: 1 } };
    const wish = (n: number) =>
      changeEmail(ctxFor(strict, { ...viewer, freshAt: now }), { email: address(`many-${n}`) });
    const first = await Promise.all([1, 2, 3, 4, 5].map(wish));
    expect(first.filter((outcome) => outcome.ok)).toHaveLength(3);
    expect(first.find((outcome) => !outcome.ok)).toMatchObject({ code: "too-many", retryAfter: expect.any(Number) });
  });
});

describe("C18: a change that waits ends with what makes an account safe again", () => {
  const waiting = async (name: string) => {
    const someone = await member(name);
    const to = address(`${name}.new`);
    await ask(someone.viewer, to);
    return {
      ...someone,
      to,
      tokens: [await tokenOf(someone.viewer.email, "account.email-old"), await linkIn(house, to)],
    };
  };
  const allOver = async (tokens: readonly string[]) => {
    for (const token of tokens) expect(await confirm(token)).toMatchObject(expired);
  };

  test("a reset of the password", async () => {
    const { viewer, tokens } = await waiting("reset");
    await askReset(ctxFor(house), { email: viewer.email });
    const token = await tokenOf(viewer.email, "account.reset");
    expect(await setPassword(ctxFor(house), { token, password: other })).toEqual(done(null));
    await allOver(tokens);
  });

  test("the first account that proves to own the address", async () => {
    const { to, tokens } = await waiting("squatter");
    await register(ctxFor(house), form(to));
    expect(await confirmEmail(ctxFor(house), { token: await tokenOf(to, "account.confirm") })).toMatchObject({
      ok: true,
    });
    await allOver(tokens);
  });

  test("the office closes the account", async () => {
    const { viewer, tokens } = await waiting("blocked");
    const admin = { ...(await createPerson(house, { role: 3 })), freshAt: house.clock() };
    const wish = { personId: viewer.id, reason: "A stolen account" };
    expect(await blockPerson(ctxFor(house, admin), wish)).toEqual(done(null));
    await allOver(tokens);
    for (const token of tokens) expect(await readEmailChange(ctxFor(house), { token })).toMatchObject(expired);
    expect(await unblockPerson(ctxFor(house, admin), wish)).toEqual(done(null));
    await allOver(tokens);
  });

  test("links to reset that went to the old address end with the change", async () => {
    const { viewer } = await member("oldlink");
    await askReset(ctxFor(house), { email: viewer.email });
    const token = await tokenOf(viewer.email, "account.reset");
    await change(viewer, address("oldlink.new"));
    expect(await readResetLink(ctxFor(house), { token })).toMatchObject(expired);
    expect(await setPassword(ctxFor(house), { token, password: other })).toMatchObject(expired);
  });
});

describe("the old address takes it back", () => {
  test("for 72 hours: every session ends, new ways in go, a reset opens", async () => {
    const { viewer, headers } = await member("robbed");
    const own = { id: crypto.randomUUID(), userId: viewer.id, createdAt: house.clock(), updatedAt: house.clock() };
    await house.db.insert(signIns).values({ ...own, providerId: "google", accountId: own.id });
    later(house, 60);
    const to = address("thief");
    const token = await change(viewer, to);
    later(house, 60);
    const now = house.clock();
    const theirs = { id: crypto.randomUUID(), userId: viewer.id, createdAt: now, updatedAt: now };
    await house.db.insert(signIns).values({ ...theirs, providerId: "apple", accountId: theirs.id });
    await house.db.update(people).set({ appleIdToken: "sealed" }).where(eq(people.id, viewer.id));
    await house.db
      .insert(passkeys)
      .values({ ...theirs, personId: viewer.id, credentialId: theirs.id, publicKey: "k", counter: 0, name: "Key" });

    later(house, 71 * 3600);
    expect(await readEmailChange(ctxFor(house), { token })).toMatchObject({ value: { end: "undo", newEmail: to } });
    const undone = await undo(token);
    if (!undone.ok) throw new Error(undone.message);
    expect([await emailOf(viewer.id), undone.value.email]).toEqual([viewer.email, viewer.email]);
    expect(await resolveViewer(house, headers)).toEqual(guest);
    const left = await house.db.select().from(signIns).where(eq(signIns.userId, viewer.id));
    expect(left.map(({ providerId }) => providerId).sort()).toEqual(["credential", "google"]);
    expect(await house.db.select().from(passkeys).where(eq(passkeys.personId, viewer.id))).toEqual([]);
    expect(await house.db.select().from(people).where(eq(people.id, viewer.id))).toMatchObject([
      { appleIdToken: null },
    ]);
    expect(await setPassword(ctxFor(house), { token: undone.value.resetToken, password: other })).toEqual(done(null));
    expect(await signIn(ctxFor(house), { email: viewer.email, password: other }, null)).toMatchObject({ ok: true });
    expect(await kindsTo(viewer.email)).toContain("account.email-restored");
    expect(await kindsTo(to)).toContain("account.email-taken-back");
    expect(await undo(token)).toMatchObject(expired);
  });

  test("not after 72 hours, not twice, not by a link to confirm", async () => {
    const { viewer } = await member("calm");
    const to = address("calm.new");
    const token = await change(viewer, to);
    expect(await undo(await tokenOf(to, "account.email-new"))).toMatchObject(expired);
    expect(await confirm(token)).toMatchObject(expired);
    later(house, 72 * 3600);
    expect(await undo(token)).toMatchObject(expired);
    expect(await emailOf(viewer.id)).toBe(to);
    later(house, 30 * 86_400);
    await sweepAccounts(house.db, house.clock());
    expect(await house.db.select().from(emailChanges).where(eq(emailChanges.personId, viewer.id))).toEqual([]);
  });

  test("a thief who changes twice does not outrun it, and cannot take it back again", async () => {
    const { viewer, headers } = await member("chain");
    const first = await change(viewer, address("chain.b"));
    later(house, 60);
    const second = await change(await viewerOf(headers), address("chain.c"));
    await ask(await viewerOf(headers), address("chain.d"));
    const pending = await tokenOf(address("chain.d"), "account.email-new");
    later(house, 1);
    const [one, two] = await Promise.all([undo(first), undo(first)]);
    expect([one, two].filter((outcome) => outcome?.ok)).toHaveLength(1);
    expect(await emailOf(viewer.id)).toBe(viewer.email);
    expect(await undo(second)).toMatchObject(expired);
    expect(await confirm(pending)).toMatchObject(expired);
    expect(await kindsTo(address("chain.c"))).toContain("account.email-taken-back");
  });

  test("an address that became another account's is not taken from it", async () => {
    const { viewer } = await member("moved");
    const token = await change(viewer, address("moved.new"));
    const owner = await createPerson(house, { email: viewer.email });
    expect(await undo(token)).toMatchObject({ ok: false, code: "conflict" });
    expect([await emailOf(viewer.id), await emailOf(owner.id)]).toEqual([address("moved.new"), viewer.email]);
  });
});
