import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { people } from "#src/modules/accounts/tables.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { legalText } from "#src/modules/operator/legal/legal-texts.ts";
import { must, place } from "#src/modules/orders/orders.testing.ts";
import { orders } from "#src/modules/orders/tables.ts";
import { mails, timers } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { changePageDraft, publishPage } from "./page-draft.ts";
import { pageEditor } from "./page-editor.ts";
import { plannedPageTimer, planPage, tellClientsTimer } from "./planned-page.ts";

const runtime = await forThisFile(createAccountsRuntime({ ports: [pageValuesPlug] }));
const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
await storeSetting(runtime, siteSetting, { ...siteSetting.default, legalName: "Ada Ltd" });
const page = "terms";

/** Types other terms into the draft; gives its revision. */
async function typed(sentence: string): Promise<string> {
  const { revision } = must(await pageEditor(admin, { page }));
  const text = `# Terms\n\n{{who runs the shop}} says: ${sentence}\n`;
  return String(must(await changePageDraft(admin, { page, step: "save", seen: String(revision), typed: { text } })));
}
const mailed = async () => {
  for (let ran = 1; ran > 0; ) ran = await runDueTimers(runtime, [plannedPageTimer, tellClientsTimer]);
  const rows = await runtime.db.select().from(mails).where(eq(mails.kind, "legal.changed"));
  return rows.map(({ to }) => to).sort();
};
/** A client with an order under the terms of now. */
async function client(email: string): Promise<Person> {
  const person = await createPerson(runtime, { email });
  const { orderId } = await place(runtime, person);
  const { version: termsVersion } = await legalText(runtime, page);
  await runtime.db.update(orders).set({ termsVersion }).where(eq(orders.id, orderId));
  return person;
}

test("clients with open orders get one e-mail a version, if the admin says so", async () => {
  const [ada, blocked] = [await client("ada@client.test"), await client("blocked@client.test")];
  await client("done@client.test");
  await place(runtime, ada);
  await runtime.db.update(people).set({ blockedAt: runtime.clock() }).where(eq(people.id, blocked.id));
  await runtime.db.update(orders).set({ status: "completed" }).where(eq(orders.clientEmail, "done@client.test"));
  expect(must(await pageEditor(admin, { page })).clients).toBe(2);

  must(await publishPage(admin, { page, seen: await typed("be fair.") }));
  expect(await mailed()).toEqual([]);
  must(await publishPage(admin, { page, seen: await typed("be fair, please."), tell: true }));
  expect(await mailed()).toEqual(["ada@client.test"]);
  const { version } = await legalText(runtime, page);
  const [mail] = await runtime.db.select().from(mails).where(eq(mails.kind, "legal.changed"));
  expect(mail).toMatchObject({
    subject: "Terms of service: there is a new version",
    content: { button: { label: "Read the new version", path: `/terms/${version}` } },
  });
  expect(JSON.stringify(mail?.content)).toContain(`We published version ${version} of this text: Terms of service.`);

  await client("new@client.test");
  must(await publishPage(admin, { page, seen: await typed("be fair, please. Now."), tell: true }));
  expect(await mailed()).toEqual(["ada@client.test", "ada@client.test", "new@client.test"]);
  await runtime.db.delete(mails);
});

test("a planned version tells them at its time, in batches, each once", async () => {
  const all = Array.from({ length: 205 }, (_, at) => `client-${at}@client.test`);
  const [first] = await runtime.db.select().from(orders).limit(1);
  if (!first) throw new Error("no order");
  for (const email of all) {
    const { id } = await createPerson(runtime, { email });
    const [key, number] = [`key-${email}`, email.replaceAll(/\D/g, "").padStart(7, "A")];
    await runtime.db.insert(orders).values({
      ...first,
      id,
      clientId: id,
      clientEmail: email,
      idempotencyKey: key,
      number,
      termsVersion: "2020-1-1",
    });
  }
  const at = { date: "2026-03-12", time: "09:00", zone: "UTC" };
  must(await planPage(admin, { page, seen: await typed("be kind."), ...at, tell: true }));
  expect(must(await pageEditor(admin, { page })).planned).toMatchObject({ tell: true });
  expect(await mailed()).toEqual([]);
  runtime.setNow(new Date("2026-03-12T09:00:00Z"));
  expect(await mailed()).toEqual(expect.arrayContaining(all));
  expect(new Set(await mailed()).size).toBe((await mailed()).length);
  expect(await runtime.db.select().from(timers).where(eq(timers.kind, tellClientsTimer.kind))).toEqual([]);
});
