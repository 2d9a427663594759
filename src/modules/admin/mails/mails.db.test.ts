import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { definedMails } from "#src/platform/mail/mail-text.ts";
import { fillOwnText, mailTextsSetting } from "#src/platform/mail/own-text.ts";
import { readSetting } from "#src/platform/settings.ts";
import { settings } from "#src/platform/tables.ts";
import { must } from "#tests/support/must.ts";
import { createPerson, withoutSettings } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { openMails, ready } from "./mails.testing.ts";
import { changeMails, publishMails, undoMails } from "./mails-draft.ts";
import { mailEditor, mailList, sendTestMail } from "./mails-editor.ts";
import { readMailText } from "./read-mail-text.ts";

const runtime = await forThisFile(createTestRuntime());
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));
const { listOf, editorOf, seenBy, step, type, publish, queued } = openMails(runtime, admin);

const own =
  "# Come and read\n\nDear {{first name}},\n\n“{{title}}” is **ready**.\n\n- One [rule](/terms)\n- {{late credit}}\n\n{{details}}\n\n{{button}}\n\nThank you.";

test("every e-mail has a text that an admin may publish as it is, with its own name and reader", async () => {
  const all = [...definedMails().values()];
  expect(all.length).toBeGreaterThan(80);
  for (const text of all) {
    const read = readMailText(text, { text: text.text.trim() });
    expect(read.problems, text.id).toEqual([]);
    expect([...text.subject].length, text.id).toBeLessThanOrEqual(78);
    const written = fillOwnText({ ...text, body: read.body }, text.values, { title: "", paragraphs: [] });
    expect(`${written.subject} ${JSON.stringify(written.content)}`, text.id).not.toMatch(/\{\{|undefined|paperwright/i);
  }
  const rows = (await listOf()).groups.flatMap(({ rows: of }) => of);
  expect(rows.map(({ id, state }) => `${id} ${state}`).toSorted()).toEqual(
    all.map(({ id }) => `${id} shipped`).toSorted(),
  );
});

test("a published text is that of the next e-mail: its marks, its values as plain words, and the button where it stands", async () => {
  const before = await queued(ready());
  must(await type("order.delivered", { subject: "Ready, {{first name}}: {{title}}", text: own }));
  expect((await queued(ready())).subject, "a draft changes nothing").toBe(before.subject);
  must(await publish());
  const { subject, text, html } = await queued(ready());
  expect(subject).toBe("Ready, Ann: Sleep *and* <b>memory</b>");
  expect(text).toMatch(
    /^Come and read\n\nDear Ann,\n\n“Sleep \*and\* <b>memory<\/b>” is ready\.\n\n- One rule\n?\s*\(https:\/\/shop\.example\/terms\)\n\nRead the work:\nhttps:\/\/shop\.example\/dashboard\/orders\/0190-1#text\n\nThank you\./,
  );
  expect(html).toContain("“Sleep *and* &lt;b&gt;memory&lt;/b&gt;” is <strong>ready</strong>.");
  expect(html).toContain('<a href="https://shop.example/terms"');
  expect(html.match(/<li>/g), "a value that prints nothing leaves its point out").toHaveLength(1);
  expect(html.indexOf("Read the work")).toBeLessThan(html.indexOf("Thank you."));
});

test("undo, back to the original and a version of before are steps of their own", async () => {
  const { version } = await listOf();
  must(await undoMails(admin, { version: String(version) }));
  expect((await queued(ready())).subject).toBe("As shipped");
  must(await step(`restore:${version}`));
  expect((await editorOf("order.delivered")).typed.text).toBe(own);
  must(await step("shipped", "order.delivered"));
  expect(await editorOf("order.delivered")).toMatchObject({ state: "shipped", asShipped: true, changes: [] });
  must(await step("discard"));
});

test("a stored text that lacks the button of this release is not used", async () => {
  const { value } = await readSetting(runtime.db, mailTextsSetting);
  const texts = { "order.delivered": { subject: "Old", text: "No button.", body: [] } };
  const put = (next: unknown) =>
    runtime.db.update(settings).set({ value: next }).where(eq(settings.key, mailTextsSetting.key));
  await put({ ...value, texts });
  expect((await queued(ready())).subject).toBe("As shipped");
  expect((await editorOf("order.delivered")).problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/Put {{button}} back/),
    expect.stringMatching(/Put {{details}} back/),
  ]);
  await put(value);
});

test("two admins change different e-mails, and one: both keep what they typed, and it is said in words", async () => {
  must(await type("order.paid", { subject: "Paid: {{order number}}" }, jonas));
  must(await type("order.refunded", { subject: "Back: {{order number}}" }));
  must(await publish());
  expect(await publish(jonas)).toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/Your draft is kept/),
  });
  expect(await listOf(jonas)).toMatchObject({ newer: { author: "Marta Klein", both: [] } });
  must(await step("merge", "", {}, jonas));
  must(await publish(jonas));
  const { texts } = (await readSetting(runtime.db, mailTextsSetting)).value;
  expect(Object.keys(texts).toSorted()).toEqual(["order.paid", "order.refunded"]);
  const text = (await editorOf("order.paid")).typed.text;
  must(await type("order.paid", { text: `${text}\n\nFrom Marta.` }));
  must(await type("order.paid", { text: text.replace("Hello {{name}}.", "Dear {{name}},") }, jonas));
  must(await publish());
  must(await step("merge", "", {}, jonas));
  const merged = (await editorOf("order.paid", jonas)).typed.text;
  expect(merged).toContain("From Marta.");
  expect(merged).toContain("Dear {{name}},");
  must(await step("discard", "", {}, jonas));
});

test("another tab of the same admin is said, and nothing is overwritten", async () => {
  const seen = await seenBy(admin);
  must(await type("order.paid", { subject: "First: {{order number}}" }));
  expect(
    await changeMails(admin, { step: "save", mail: "order.paid", seen, typed: { subject: "Second" } }),
  ).toMatchObject({ code: "conflict" });
  expect((await editorOf("order.paid")).typed.subject).toBe("First: {{order number}}");
  must(await step("discard"));
});

test("who may not change settings finds no e-mail and changes none", async () => {
  const others = await withoutSettings(runtime, marta);
  for (const ctx of others)
    for (const refused of [
      await mailList(ctx, {}),
      await mailEditor(ctx, { id: "order.paid" }),
      await changeMails(ctx, { step: "save", mail: "order.paid", seen: "0", typed: {} }),
      await publishMails(ctx, { seen: "0" }),
      await undoMails(ctx, { version: "1" }),
      await sendTestMail(ctx, "order.paid", ""),
    ])
      expect(refused).toMatchObject({ code: "not-found" });
});
