import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { later, linkIn, mailsTo, shown, start } from "../accounts.testing.ts";
import { askStart, openAccount, readStart, signIn, startByCode, startByLink } from "../index.server.ts";
import { people, signIns, verificationTokens } from "../tables.ts";

let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createAccountsRuntime({ mode: "real", env: { SMTP_URL: "smtp://mail.test", LIMITS_FACTOR: "1" } });
  runtime.setNow(start);
});
afterAll(() => runtime.drop());

const next = "/order?service=quiz";
let asker = 0;
/** Another network address each time: what is counted here is counted by token and mailbox. */
const ctx = () => ({ ...ctxFor(runtime), request: { id: "r", address: `192.0.2.${++asker}` } });
async function ask(email: string): Promise<{ token: string; code: string }> {
  const before = new Set((await mailsTo(runtime, email)).map(({ id }) => id));
  const asked = await askStart(ctx(), { email, next });
  if (!asked.ok) throw new Error(asked.message);
  const letter = (await mailsTo(runtime, email)).find(({ id }) => !before.has(id));
  const code = letter?.content?.facts?.[0]?.[1] ?? "";
  return { token: asked.value.token, code };
}

test("a known and a new address get the same answer, the same letter and the same rows", async () => {
  const { email } = await createPerson(runtime);
  const seen = [];
  for (const one of [email, "new.one@people.test"]) {
    const before = (await runtime.db.select().from(verificationTokens)).length;
    const { token, code } = await ask(one);
    const mail = (await mailsTo(runtime, one)).at(-1);
    const rows = (await runtime.db.select().from(verificationTokens)).length - before;
    seen.push([token.length, code.length, mail?.kind, mail?.content?.title, rows, await readStart(ctx(), token)]);
  }
  expect(seen[0]?.slice(0, 5)).toEqual(seen[1]?.slice(0, 5));
  expect(seen[1]?.[5]).toEqual({ stage: "letter", email: "new.one@people.test", shown: undefined });
});

test("the code signs in whoever has an account, once, and only where it was asked for", async () => {
  const { email, id } = await createPerson(runtime);
  const { token, code } = await ask(email);
  const elsewhere = await startByCode(ctx(), "another browser", code);
  expect(elsewhere).toMatchObject({ ok: false, code: "expired" });
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  const entered = await startByCode(ctx(), token, spaced);
  expect(entered).toMatchObject({ ok: true, value: { next, signedIn: { personId: id, home: "/dashboard" } } });
  expect(await startByCode(ctx(), token, code)).toMatchObject({ ok: false, code: "expired" });
  expect(await startByLink(ctx(), await linkIn(runtime, email))).toMatchObject({ ok: false, code: "expired" });
});

test("five wrong codes end a letter, the right one too; a new letter works", async () => {
  const { email } = await createPerson(runtime);
  const { token, code } = await ask(email);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries++)
    expect(await startByCode(ctx(), token, wrong)).toMatchObject({ ok: false, code: "invalid" });
  expect(await startByCode(ctx(), token, code)).toMatchObject({ ok: false, code: "too-many" });
  const again = await ask(email);
  expect(await startByCode(ctx(), again.token, again.code)).toMatchObject({ ok: true });
});

test("fifteen wrong codes in a day, of however many letters, leave the link alone; right ones do not count", async () => {
  const { email } = await createPerson(runtime);
  const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");
  let last = await ask(email);
  for (let mails = 0; mails < 3; mails++) {
    if (mails > 0) last = await ask(email);
    for (let tries = 0; tries < 4; tries++)
      expect(await startByCode(ctx(), last.token, wrongOf(last.code))).toMatchObject({ code: "invalid" });
    if (mails < 2) expect(await startByCode(ctx(), last.token, last.code)).toMatchObject({ ok: true });
  }
  later(runtime, 2 * 3_600);
  const more = await ask(email);
  for (let tries = 0; tries < 3; tries++)
    expect(await startByCode(ctx(), more.token, wrongOf(more.code))).toMatchObject({ code: "invalid" });
  const refused = await startByCode(ctx(), more.token, more.code);
  expect(refused).toMatchObject({ code: "too-many", message: expect.stringContaining("link in the e-mail") });
  expect(await startByLink(ctx(), await linkIn(runtime, email))).toMatchObject({ ok: true });
  later(runtime, 2 * 86_400);
  const free = await ask(email);
  expect(await startByCode(ctx(), free.token, free.code)).toMatchObject({ ok: true });
});

test("wrong codes of all mailboxes are three hundred in an hour", async () => {
  const met: string[] = [];
  for (let n = 0; n < 62; n++) {
    const { token, code } = await ask(`guessed-${n}@people.test`);
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries++) {
      const refused = await startByCode(ctx(), token, wrong);
      met.push(refused.ok ? "in" : refused.code);
    }
  }
  expect(met.slice(0, 300)).toEqual(Array.from({ length: 300 }, () => "invalid"));
  expect(new Set(met.slice(300))).toEqual(new Set(["too-many"]));
  later(runtime, 2 * 3_600);
});

test("after ten minutes neither code nor link work", async () => {
  const { email } = await createPerson(runtime);
  const { token, code } = await ask(email);
  later(runtime, 601);
  expect(await startByCode(ctx(), token, code)).toMatchObject({ ok: false, code: "expired" });
  expect(await startByLink(ctx(), await linkIn(runtime, email))).toMatchObject({ ok: false, code: "expired" });
});

test("a new address makes an account of role 1 without a password, after name and terms, and only once", async () => {
  const email = "begins@people.test";
  await ask(email);
  const proven = await startByLink(ctx(), await linkIn(runtime, email));
  if (!proven.ok || !("newToken" in proven.value)) throw new Error("no account was begun");
  const token = proven.value.newToken;
  const begun = { token, name: "Linh", terms: "on", ...shown };
  expect(await runtime.db.select().from(people).where(eq(people.email, email))).toEqual([]);
  expect(await openAccount(ctx(), { token, name: "Linh", ...shown }, shown)).toMatchObject({
    ok: false,
    code: "invalid",
  });
  const opened = await openAccount(ctx(), { ...begun, role: 3 }, shown);
  expect(opened).toMatchObject({ ok: true, value: { next, signedIn: { home: "/dashboard" } } });
  const [person] = await runtime.db.select().from(people).where(eq(people.email, email));
  expect(person).toMatchObject({
    role: 1,
    name: "Linh",
    emailVerified: true,
    termsAcceptedAt: runtime.clock(),
    ...shown,
  });
  expect(
    await runtime.db
      .select()
      .from(signIns)
      .where(eq(signIns.userId, person?.id ?? "")),
  ).toEqual([]);
  expect(await openAccount(ctx(), begun, shown)).toMatchObject({ ok: false, code: "expired" });
});

test("a form that had shown other texts, or names none, opens nothing and can be sent again", async () => {
  const email = "read.before@people.test";
  await ask(email);
  const proven = await startByLink(ctx(), await linkIn(runtime, email));
  if (!proven.ok || !("newToken" in proven.value)) throw new Error("no account was begun");
  const begun = { token: proven.value.newToken, name: "Linh", terms: "on" };
  for (const sent of [{}, { ...shown, termsVersion: "2026-02-1" }, { termsVersion: shown.termsVersion }])
    expect(await openAccount(ctx(), { ...begun, ...sent }, shown)).toMatchObject({ ok: false, data: { texts: true } });
  expect(await runtime.db.select().from(people).where(eq(people.email, email))).toEqual([]);
  expect(await openAccount(ctx(), { ...begun, ...shown }, shown)).toMatchObject({ ok: true });
});

test("a blocked account stays closed; a fourth letter within the hour is refused for anybody", async () => {
  const { email, id } = await createPerson(runtime);
  await runtime.db.update(people).set({ blockedAt: runtime.clock() }).where(eq(people.id, id));
  const { token, code } = await ask(email);
  expect(await startByCode(ctx(), token, code)).toMatchObject({ ok: false, code: "forbidden" });
  await ask(email);
  await ask(email);
  expect(await askStart(ctx(), { email, next })).toMatchObject({ ok: false, code: "too-many" });
});

test("a password is chosen where the account begins, or none; a weak one opens nothing", async () => {
  const email = "chooses@people.test";
  await ask(email);
  const proven = await startByLink(ctx(), await linkIn(runtime, email));
  if (!proven.ok || !("newToken" in proven.value)) throw new Error("no account was begun");
  const begun = { token: proven.value.newToken, name: "Linh", terms: "on", ...shown };
  for (const password of ["short", "choosespeople12", ""])
    expect(await openAccount(ctx(), { ...begun, password }, shown)).toMatchObject({
      ok: false,
      code: "invalid",
      fields: [{ path: "password" }],
    });
  expect(await runtime.db.select().from(people).where(eq(people.email, email))).toEqual([]);
  const password = "nine slow herons over the lake";
  expect(await openAccount(ctx(), { ...begun, password }, shown)).toMatchObject({ ok: true });
  expect(await signIn(ctx(), { email, password }, null)).toMatchObject({ ok: true });
});
