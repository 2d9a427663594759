import { eq } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { done } from "#src/shared/outcome.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { good, later, mailsTo } from "../accounts.testing.ts";
import { cancelEmailChange, changeEmail, mySettings, readEmailChange, signIn, sweepAccounts } from "../index.server.ts";
import { emailChanges, people } from "../tables.ts";
import { emailChangeFixture, expired } from "./email-change.testing.ts";

const { runtime, address, member, viewerOf, ask, confirm, emailOf, kindsTo, tokenOf } = await emailChangeFixture();

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
    expect(JSON.stringify(await runtime.db.select().from(emailChanges))).not.toContain(tokens.old);
    expect(await confirm(tokens[first])).toEqual(done({ state: "waiting", other: second }));
    expect(await emailOf(viewer.id)).toBe(viewer.email);
    expect(await confirm(tokens[first])).toEqual(done({ state: "waiting", other: second }));
    expect(await confirm(tokens[second])).toEqual(done({ state: "done", email: to }));
    expect(await viewerOf(headers)).toMatchObject({ id: viewer.id, email: to, emailVerified: true });
    expect(await signIn(ctxFor(runtime), { email: to, password: good }, null)).toMatchObject({ ok: true });
    expect(await signIn(ctxFor(runtime), { email: viewer.email, password: good }, null)).toMatchObject({ ok: false });
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
    const outcomes = await Promise.all([confirm(old), confirm(fresh), confirm(old), confirm(fresh)]);
    const states = outcomes.map((one) => (one.ok ? one.value.state : one.code));
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
      later(runtime, 1);
    }
    const outcomes = await Promise.all(tokens.map(confirm));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    const owners = await runtime.db.select().from(people).where(eq(people.email, to));
    expect(owners).toHaveLength(1);
  });

  test("the page of a link says what it is, and the new end does not learn the old address", async () => {
    const { viewer } = await member("page");
    const to = address("page.new");
    await ask(viewer, to);
    const read = (token: string) => readEmailChange(ctxFor(runtime), { token });
    const fresh = await tokenOf(to, "account.email-new");
    expect(await read(fresh)).toEqual(done({ end: "new", newEmail: to, oldEmail: null, confirmed: false }));
    expect(JSON.stringify(await mailsTo(runtime, to))).not.toContain(viewer.email);
    await confirm(fresh);
    expect(await read(fresh)).toMatchObject({ ok: true, value: { confirmed: true } });
    const old = await tokenOf(viewer.email, "account.email-old");
    expect(await read(old)).toEqual(done({ end: "old", newEmail: to, oldEmail: viewer.email, confirmed: false }));
    expect(await read("made up")).toMatchObject(expired);
  });
});

describe("C19: who may ask, and for what", () => {
  test("a stolen session that is not fresh, a guest, a wrong and the own address are refused", async () => {
    const { viewer } = await member("stolen");
    expect(await ask(guest, address("thief"))).toMatchObject({ ok: false, code: "signed-out" });
    const stale: Viewer = { ...viewer, freshAt: new Date(runtime.clock().getTime() - 10 * 60_000) };
    expect(await ask(stale, address("thief"))).toMatchObject({ ok: false, code: "step-up" });
    expect(await ask(viewer, "no at sign")).toMatchObject({ ok: false, code: "invalid", fields: [{ path: "email" }] });
    expect(await ask(viewer, viewer.email.toUpperCase())).toMatchObject({ ok: false, fields: [{ path: "email" }] });
    expect(await runtime.db.select().from(emailChanges).where(eq(emailChanges.personId, viewer.id))).toEqual([]);
  });

  test("a taken address gets the same answer; its owner is notified, and nothing changes", async () => {
    const [asker, owner] = [await member("asker"), await member("owner")];
    expect(await ask(asker.viewer, owner.viewer.email)).toEqual(done({ newEmail: owner.viewer.email }));
    expect(await kindsTo(asker.viewer.email)).toEqual(["account.confirm", "account.email-old"]);
    expect(await kindsTo(owner.viewer.email)).toContain("account.email-taken");
    expect((await mailsTo(runtime, owner.viewer.email)).at(-1)?.content?.button?.path).toBe("/accountSettings");
    const old = await tokenOf(asker.viewer.email, "account.email-old");
    expect(await confirm(old)).toEqual(done({ state: "waiting", other: "new" }));
    expect(await emailOf(asker.viewer.id)).toBe(asker.viewer.email);
  });

  test("a free and a taken address cost the same statements", async () => {
    const [asker, owner] = [await member("counter"), await member("counted")];
    const outcomes = async (email: string) => {
      const sent = vi.spyOn(pg.Client.prototype, "query");
      await ask(asker.viewer, email);
      const texts = sent.mock.calls.map(([first]: unknown[]) =>
        typeof first === "string" ? first : (first as { text: string }).text,
      );
      sent.mockRestore();
      return texts;
    };
    await outcomes(address("counter.first"));
    const free = await outcomes(address("counter.free"));
    expect(free.length).toBeGreaterThan(8);
    expect(await outcomes(owner.viewer.email)).toEqual(free);
  });

  test("an address that somebody took in the meantime stays theirs", async () => {
    const { viewer } = await member("late");
    const to = address("late.new");
    await ask(viewer, to);
    await confirm(await tokenOf(viewer.email, "account.email-old"));
    const token = await tokenOf(to, "account.email-new");
    const owner = await createPerson(runtime, { email: to });
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
    later(runtime, 1);
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
    later(runtime, 24 * 3600);
    expect(await confirm(token)).toMatchObject(expired);
    expect(await mySettings(ctxFor(runtime, viewer), {})).toMatchObject({ value: { emailChange: null } });
    await sweepAccounts.run({ ...runtime, clock: () => new Date(runtime.clock().getTime() + 1) });
    expect(await runtime.db.select().from(emailChanges).where(eq(emailChanges.personId, viewer.id))).toEqual([]);
  });

  test("the person sees what waits and takes it back", async () => {
    const { viewer } = await member("sorry");
    const to = address("sorry.new");
    await ask(viewer, to);
    const token = await tokenOf(to, "account.email-new");
    await confirm(token);
    expect(await mySettings(ctxFor(runtime, viewer), {})).toMatchObject({
      value: { emailChange: { newEmail: to, oldConfirmed: false, newConfirmed: true } },
    });
    expect(await cancelEmailChange(ctxFor(runtime, viewer), {})).toEqual(done(null));
    expect(await cancelEmailChange(ctxFor(runtime), {})).toMatchObject({ ok: false, code: "signed-out" });
    expect(await mySettings(ctxFor(runtime, viewer), {})).toMatchObject({ value: { emailChange: null } });
    expect(await confirm(token)).toMatchObject(expired);
  });

  test("without a mail server nobody could confirm: it says so", async () => {
    const { viewer } = await member("mute");
    const bare: TestRuntime = { ...runtime, config: { ...runtime.config, smtpUrl: undefined } };
    expect(await changeEmail(ctxFor(bare, viewer), { email: address("mute.new") })).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("SMTP_URL"),
    });
  });

  test("three mails per hour and mailbox", async () => {
    const { viewer } = await member("many");
    later(runtime, 7200);
    const now = runtime.clock();
    const strict: TestRuntime = { ...runtime, config: { ...runtime.config, limitsFactor: 1 } };
    const wish = (n: number) =>
      changeEmail(ctxFor(strict, { ...viewer, freshAt: now }), { email: address(`many-${n}`) });
    const first = await Promise.all([1, 2, 3, 4, 5].map(wish));
    expect(first.filter((outcome) => outcome.ok)).toHaveLength(3);
    expect(first.find((outcome) => !outcome.ok)).toMatchObject({ code: "too-many", retryAfter: expect.any(Number) });
  });
});
