import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { MailContent, MailState } from "#src/platform/mail/content.ts";
import { mails } from "#src/platform/tables.ts";
import { guest } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { failedMails, mailTrouble, refusedAddresses } from "./failed-mails.ts";
import { giveUpMail, retryMail, setAddressAside } from "./mail-steps.ts";

let runtime: TestRuntime;
let ctx: ReturnType<typeof ctxFor>;
beforeAll(async () => {
  runtime = await createAccountsRuntime();
  ctx = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
});
afterAll(() => runtime.drop());

const content: MailContent = {
  title: "Your text is ready",
  paragraphs: ["MARKprivate words of a letter"],
  button: { label: "Read it", path: "/dashboard/orders/1" },
};
type More = Partial<typeof mails.$inferInsert>;
const mail = async (state: MailState, more: More = {}): Promise<string> => {
  const id = newId();
  const error = state === "sent" ? null : "550 no such user";
  const row = { id, kind: "order.delivered", to: "lea@example.com", subject: "Order 7KQ2M4X is ready", content, error };
  const at = runtime.clock();
  await runtime.db.insert(mails).values({ ...row, state, createdAt: at, nextTryAt: null, attempts: 2, ...more });
  return id;
};
const list = async () => must(await failedMails(ctx, {})).rows;
const later = (minutes: number) => runtime.setNow(new Date(runtime.clock().getTime() + minutes * 60_000));
const stateOf = async (id: string) =>
  (await runtime.database.pool.query("select state, content from platform.mails where id = $1", [id])).rows[0];

test("letters that did not leave are listed with the reason and without their words", async () => {
  await runtime.db.delete(mails);
  await mail("sent", { error: null });
  await mail("waiting", { error: null, nextTryAt: runtime.clock() });
  const expected = [];
  for (const state of ["refused", "expired", "waiting"] as const) {
    later(1);
    expected.unshift(await mail(state, state === "waiting" ? { nextTryAt: runtime.clock() } : {}));
  }
  await mail("dropped");
  const rows = await list();
  expect(rows.map(({ id }) => id)).toEqual(expected);
  expect(rows[0]).toMatchObject({ about: "Order 7KQ2M4X is ready", reason: "550 no such user", attempts: 2 });
  expect(JSON.stringify(rows)).not.toContain("MARKprivate");
  expect(must(await mailTrouble(ctx, {}))).toMatchObject({ failed: 3, oldest: rows[2]?.createdAt, addresses: 1 });
});

test("a letter of an account hides its subject, which can be a code, and is not sent again", async () => {
  await runtime.db.delete(mails);
  const id = await mail("expired", { kind: "account.start", subject: "493817 is your code" });
  expect(JSON.stringify(await list())).not.toContain("493817");
  expect((await list())[0]).toMatchObject({ about: "An e-mail about the account", mayRetry: false });
  expect(await retryMail(ctx, { id })).toMatchObject({ code: "conflict", message: expect.stringContaining("expired") });
});

test("a mail is sent again or given up; a late click gets the current state", async () => {
  await runtime.db.delete(mails);
  const [one, two] = [await mail("refused"), await mail("expired", { to: "omar@example.com" })];
  must(await retryMail(ctx, { id: one }));
  expect(await stateOf(one)).toMatchObject({ state: "waiting", content });
  must(await giveUpMail(ctx, { id: two }));
  expect(await stateOf(two)).toMatchObject({ state: "dropped" });
  expect(await retryMail(ctx, { id: two })).toMatchObject({ code: "conflict" });
  await runtime.database.pool.query("update platform.mails set state = 'sent', error = null where id = $1", [one]);
  for (const step of [retryMail, giveUpMail])
    expect(await step(ctx, { id: one })).toMatchObject({
      code: "conflict",
      message: "This e-mail has been sent already.",
    });
  expect(await retryMail(ctx, { id: newId() })).toMatchObject({ code: "not-found" });
  const { rows } = await runtime.database.pool.query("select action from platform.audit where action like 'mail.%'");
  expect(rows.map(({ action }) => action).sort()).toEqual(["mail.given-up", "mail.retried"]);
});

test("a refused address leaves the list when a letter arrives there, or when it is set aside", async () => {
  await runtime.db.delete(mails);
  const [first, second] = [await mail("refused"), await mail("refused")];
  await mail("refused", { to: "omar@example.com" });
  later(1);
  await mail("sent", { to: "omar@example.com", error: null });
  expect(must(await refusedAddresses(ctx, {}))).toMatchObject([{ to: "lea@example.com", letters: 2 }]);
  expect(must(await setAddressAside(ctx, { to: "lea@example.com" }))).toEqual({ letters: 2 });
  expect(must(await setAddressAside(ctx, { to: "lea@example.com" }))).toEqual({ letters: 0 });
  expect(must(await refusedAddresses(ctx, {}))).toEqual([]);
  for (const id of [first, second]) expect((await stateOf(id)).state).toBe("dropped");
});

test("only admins who work with people see or do any of it", async () => {
  await runtime.db.delete(mails);
  const id = await mail("refused");
  const weak = { ...(await createPerson(runtime, { role: 3 })), capabilities: ["chat", "orders", "settings"] as const };
  for (const who of [await createPerson(runtime), await createPerson(runtime, { role: 2 }), weak, guest]) {
    const other = ctxFor(runtime, who);
    for (const answer of [
      await failedMails(other, {}),
      await refusedAddresses(other, {}),
      await mailTrouble(other, {}),
      await retryMail(other, { id }),
      await giveUpMail(other, { id }),
      await setAddressAside(other, { to: "lea@example.com" }),
    ])
      expect(answer).toMatchObject({ code: "not-found" });
  }
  expect((await stateOf(id)).state).toBe("refused");
});
