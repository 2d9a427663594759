import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { done } from "#src/shared/outcome.ts";
import { guest } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { form, good, later, linkIn, other } from "../accounts.testing.ts";
import { factorsOf } from "../factors/queries/factors-of.ts";
import {
  askReset,
  blockPerson,
  changePassword,
  confirmEmail,
  readEmailChange,
  readResetLink,
  register,
  resolveViewer,
  setPassword,
  signIn,
  sweepAccounts,
  unblockPerson,
} from "../index.server.ts";
import { backupCodes, emailChanges, passkeys, people, signIns, totps } from "../tables.ts";
import { emailChangeFixture, expired } from "./email-change.testing.ts";

const third = "eleven slow trains at night";

const { runtime, address, member, viewerOf, ask, confirm, undo, change, emailOf, kindsTo, tokenOf } =
  await emailChangeFixture();

describe("C18: a change that waits ends with what makes an account safe again", () => {
  const waiting = async (name: string) => {
    const someone = await member(name);
    const to = address(`${name}.new`);
    await ask(someone.viewer, to);
    return {
      ...someone,
      to,
      tokens: [await tokenOf(someone.viewer.email, "account.email-old"), await linkIn(runtime, to)],
    };
  };
  const allOver = async (tokens: readonly string[]) => {
    for (const token of tokens) expect(await confirm(token)).toMatchObject(expired);
  };

  test("a reset of the password", async () => {
    const { viewer, tokens } = await waiting("reset");
    await askReset(ctxFor(runtime), { email: viewer.email });
    const token = await tokenOf(viewer.email, "account.reset");
    expect(await setPassword(ctxFor(runtime), { token, password: other })).toEqual(done(null));
    await allOver(tokens);
  });

  test("the first account that proves to own the address", async () => {
    const { to, tokens } = await waiting("squatter");
    await register(ctxFor(runtime), form(to));
    expect(await confirmEmail(ctxFor(runtime), { token: await tokenOf(to, "account.confirm") })).toMatchObject({
      ok: true,
    });
    await allOver(tokens);
  });

  test("the admins closes the account", async () => {
    const { viewer, tokens } = await waiting("blocked");
    const admin = { ...(await createPerson(runtime, { role: 3 })), freshAt: runtime.clock() };
    const wish = { personId: viewer.id, reason: "A stolen account" };
    expect(await blockPerson(ctxFor(runtime, admin), wish)).toEqual(done(null));
    await allOver(tokens);
    for (const token of tokens) expect(await readEmailChange(ctxFor(runtime), { token })).toMatchObject(expired);
    expect(await unblockPerson(ctxFor(runtime, admin), wish)).toEqual(done(null));
    await allOver(tokens);
  });

  test("links to reset that went to the old address end with the change", async () => {
    const { viewer } = await member("oldlink");
    await askReset(ctxFor(runtime), { email: viewer.email });
    const token = await tokenOf(viewer.email, "account.reset");
    await change(viewer, address("oldlink.new"));
    expect(await readResetLink(ctxFor(runtime), { token })).toMatchObject(expired);
    expect(await setPassword(ctxFor(runtime), { token, password: other })).toMatchObject(expired);
  });
});

describe("the old address takes it back", () => {
  test("for 72 hours: every session ends, new ways in go, a reset opens", async () => {
    const { viewer, headers } = await member("robbed");
    const own = { id: crypto.randomUUID(), userId: viewer.id, createdAt: runtime.clock(), updatedAt: runtime.clock() };
    await runtime.db.insert(signIns).values({ ...own, providerId: "google", accountId: own.id });
    later(runtime, 60);
    const to = address("thief");
    const token = await change(viewer, to);
    later(runtime, 60);
    const now = runtime.clock();
    const theirs = { id: crypto.randomUUID(), userId: viewer.id, createdAt: now, updatedAt: now };
    await runtime.db.insert(signIns).values({ ...theirs, providerId: "apple", accountId: theirs.id });
    await runtime.db.update(people).set({ appleIdToken: "sealed" }).where(eq(people.id, viewer.id));
    await runtime.db
      .insert(passkeys)
      .values({ ...theirs, personId: viewer.id, credentialId: theirs.id, publicKey: "k", counter: 0, name: "Key" });
    await runtime.db.insert(totps).values({ ...theirs, personId: viewer.id, secret: "sealed", confirmedAt: now });
    await runtime.db.insert(backupCodes).values({ ...theirs, personId: viewer.id, hash: "hashed" });
    expect(
      await changePassword(ctxFor(runtime, await viewerOf(headers)), { current: good, password: other }),
    ).toMatchObject({
      ok: true,
    });

    later(runtime, 71 * 3600);
    expect(await readEmailChange(ctxFor(runtime), { token })).toMatchObject({ value: { end: "undo", newEmail: to } });
    const undone = await undo(token);
    if (!undone.ok) throw new Error(undone.message);
    expect([await emailOf(viewer.id), undone.value.email]).toEqual([viewer.email, viewer.email]);
    expect(await resolveViewer(runtime, headers)).toEqual(guest);
    const left = await runtime.db.select().from(signIns).where(eq(signIns.userId, viewer.id));
    expect(left.map(({ providerId }) => providerId)).toEqual(["google"]);
    expect(await factorsOf(runtime.db, viewer.id)).toEqual({ totp: false, passkeys: 0, backupCodes: 0, any: false });
    for (const password of [good, other])
      for (const email of [viewer.email, to])
        expect(await signIn(ctxFor(runtime), { email, password }, null)).toMatchObject({ code: "signed-out" });
    expect(await runtime.db.select().from(people).where(eq(people.id, viewer.id))).toMatchObject([
      { appleIdToken: null },
    ]);
    expect(await setPassword(ctxFor(runtime), { token: undone.value.resetToken, password: third })).toEqual(done(null));
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: third }, null)).toMatchObject({ ok: true });
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
    later(runtime, 72 * 3600);
    expect(await undo(token)).toMatchObject(expired);
    expect(await emailOf(viewer.id)).toBe(to);
    later(runtime, 30 * 86_400);
    await sweepAccounts.run(runtime);
    expect(await runtime.db.select().from(emailChanges).where(eq(emailChanges.personId, viewer.id))).toEqual([]);
  });

  test("what was there before the change stays", async () => {
    const { viewer } = await member("keeps");
    const now = runtime.clock();
    const own = { id: crypto.randomUUID(), personId: viewer.id, createdAt: now };
    await runtime.db.insert(totps).values({ ...own, secret: "sealed", confirmedAt: now });
    await runtime.db.insert(backupCodes).values({ ...own, hash: "hashed" });
    later(runtime, 60);
    const token = await change(viewer, address("keeps.new"));
    expect(await undo(token)).toMatchObject({ ok: true });
    expect(await factorsOf(runtime.db, viewer.id)).toEqual({ totp: true, passkeys: 0, backupCodes: 1, any: true });
    const back = await signIn(ctxFor(runtime), { email: viewer.email, password: good }, null);
    expect(back).toMatchObject({ value: { next: "second-step" } });
  });

  test("a thief who changes twice does not outrun it, and cannot take it back again", async () => {
    const { viewer, headers } = await member("chain");
    const first = await change(viewer, address("chain.b"));
    later(runtime, 60);
    const second = await change(await viewerOf(headers), address("chain.c"));
    await ask(await viewerOf(headers), address("chain.d"));
    const pending = await tokenOf(address("chain.d"), "account.email-new");
    later(runtime, 1);
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
    const owner = await createPerson(runtime, { email: viewer.email });
    expect(await undo(token)).toMatchObject({ ok: false, code: "conflict" });
    expect([await emailOf(viewer.id), await emailOf(owner.id)]).toEqual([address("moved.new"), viewer.email]);
  });
});
