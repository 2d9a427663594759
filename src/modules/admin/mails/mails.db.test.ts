import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import "#src/modules/chat/index.server.ts";
import "#src/modules/notifications/index.server.ts";
import "#src/modules/privacy/index.server.ts";
import "#src/modules/writing/index.server.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { definedMails, mayBeInSubject } from "#src/platform/mail/mail-text.ts";
import { fillOwnText, mailTextsSetting } from "#src/platform/mail/own-text.ts";
import { queueMail } from "#src/platform/mail/queue-mail.ts";
import { renderMail } from "#src/platform/mail/render-mail.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { readSetting } from "#src/platform/settings.ts";
import { mails, settings } from "#src/platform/tables.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { changeMails, publishMails, undoMails } from "./mails-draft.ts";
import { mailEditor, mailList } from "./mails-editor.ts";
import { readMailText } from "./read-mail-text.ts";
import { sendTestMail } from "./test-mail.ts";

const runtime = await forThisFile(createTestRuntime());
const marta = await createPerson(runtime, { role: 3, name: "Marta Klein" });
const admin = ctxFor(runtime, marta);
const jonas = ctxFor(runtime, await createPerson(runtime, { role: 3, name: "Jonas Berg" }));

const listOf = async (ctx: Ctx = admin) => must(await mailList(ctx, {}));
const editorOf = async (id: string, ctx: Ctx = admin) => must(await mailEditor(ctx, { id }));
const seenBy = async (ctx: Ctx) => String((await listOf(ctx)).revision);
const step = async (name: string, mail = "", typed: object = {}, ctx: Ctx = admin) =>
  changeMails(ctx, { step: name, mail, seen: await seenBy(ctx), typed });
const type = (mail: string, typed: object, ctx: Ctx = admin) => step("save", mail, typed, ctx);
const publish = async (ctx: Ctx = admin) => publishMails(ctx, { seen: await seenBy(ctx) });

/** A mail as the product writes it, by the id of its text. */
const mailOf = (id: string, values: Readonly<Record<string, string>>, path: string): NewMail => ({
  kind: "order.delivered",
  to: "ann@example.org",
  subject: "As shipped",
  content: { title: "As shipped", paragraphs: [], button: { label: "Read the work", path } },
  source: { id, values },
});
const facts = { "order number": "K7M2QXR", title: "Sleep *and* <b>memory</b>", "late credit": "" };
const ready = () =>
  mailOf("order.delivered", { name: "Ann Lee", "first name": "Ann", ...facts }, "/dashboard/orders/0190-1#text");

let many = 0;
/** The mail as it waits to be sent. */
async function queued(mail: NewMail) {
  many += 1;
  const to = `reader${many}@example.org`;
  await queueMail(runtime.db, { ...mail, to }, runtime.clock());
  const [row] = await runtime.db.select().from(mails).where(eq(mails.to, to));
  if (!row?.content) throw new Error("no mail");
  const shop = { siteName: "Shop", pen: "#263FAF" };
  return { subject: row.subject, ...renderMail(row.content, { baseUrl: new URL("https://shop.example"), ...shop }) };
}

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

const shipped = definedMails().get("order.delivered")?.text.trim() ?? "";
const swap = (from: string, to: string) => shipped.replace(from, to);

test.each([
  ["the button is left out", swap("{{button}}", ""), /Put {{button}} back, on a line of its own/],
  [
    "the button stands in a sentence",
    swap("{{button}}", "Press {{button}} now."),
    /{{button}} needs a line of its own/,
  ],
  ["two buttons", `${shipped}\n\n{{button}}`, /{{button}} is in the text twice/],
  ["the button is in a list", swap("{{button}}", "- {{button}}"), /Put {{button}} back, on a line of its own/],
  ["the button is in a quote", swap("{{button}}", "> {{button}}"), /Put {{button}} back, on a line of its own/],
  ["the button is code", swap("{{button}}", "```\n{{button}}\n```"), /Put {{button}} back, on a line of its own/],
  ["a value that is not known is code", `${shipped}\n\n\`{{nam}}\``, /{{nam}} is not known in this place/],
  ["a list in a list", `${shipped}\n\n- one\n  - two`, /A point or a quote holds words alone/],
  ["a list in a quote", `${shipped}\n\n> - one`, /A point or a quote holds words alone/],
  ["an unknown placeholder", swap("{{name}}", "{{nam}}"), /{{nam}} is not known.*Do you mean {{name}}/],
  [
    "a placeholder in an address",
    `${shipped}\n\n[here](https://x.example/{{title}})`,
    /A placeholder cannot be a part of an address/,
  ],
  [
    "a script as an address",
    `${shipped}\n\n[here](javascript:alert(1))`,
    /The address javascript:alert\(1\) is not allowed/,
  ],
  ["a place on the page as an address", `${shipped}\n\n[here](#top)`, /The address #top does not work in an e-mail/],
  ["HTML", `${shipped}\n\n<img src=x onerror=alert(1)>`, /HTML is not used here/],
  ["a table", `${shipped}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |`, /An e-mail has no tables/],
  ["200 kB", `${shipped}\n\n${"word ".repeat(40_000)}`, /An e-mail may have 5,000. Make it shorter/],
])("refused in words, and kept in the draft: %s", async (_case, text, words) => {
  const published = await readSetting(runtime.db, mailTextsSetting);
  must(await type("order.delivered", { text }));
  expect(await publish()).toMatchObject({
    code: "invalid",
    fields: expect.arrayContaining([{ path: "order.delivered/text", message: expect.stringMatching(words) }]),
  });
  expect((await editorOf("order.delivered")).typed.text).toBe(text);
  expect(await readSetting(runtime.db, mailTextsSetting)).toEqual(published);
  must(await step("discard"));
});

test.each([
  ["", /Write a subject/],
  ["x".repeat(79), /At most 78 characters. It has 79/],
  ["{{code}} is yours", /{{code}} is not known here/],
  ["{{button}}", /{{button}} is not known here/],
  ["{{constructor}}", /{{constructor}} is not known here/],
])("the subject %j is refused in words", async (subject, words) => {
  must(await type("order.delivered", { subject }));
  expect(await publish()).toMatchObject({
    fields: [{ path: "order.delivered/subject", message: expect.stringMatching(words) }],
  });
  must(await step("discard"));
});

test.each([
  ["thread.messages", "{{messages}}"],
  ["order.offered", "{{title}}"],
  ["chat.enquiry-answer", "{{answer}}"],
  ["hiring.declined", "No: {{reason}}"],
])("words of people stay out of the subject of %s, and no published one prints them", async (id, subject) => {
  must(await type(id, { subject }));
  expect(await publish()).toMatchObject({
    fields: [
      { path: `${id}/subject`, message: expect.stringMatching(/is private. Subjects are seen on locked screens/) },
    ],
  });
  must(await step("discard"));
  for (const text of definedMails().values())
    expect([...text.subject.matchAll(/{{(.+?)}}/g)].filter(([, name = ""]) => !mayBeInSubject(text, name))).toEqual([]);
});

test("line ends in a subject are spaces in the e-mail, and what a client types begins no header", async () => {
  must(await type("order.delivered", { subject: "Ready\r\nBcc: all@example.org\u2028{{title}}" }));
  must(await publish());
  const mail = ready();
  const values = { ...facts, title: "One\r\nBcc: one@example.org\u2028two", name: "", "first name": "" };
  const { subject } = await queued({ ...mail, source: { id: "order.delivered", values } });
  expect(subject).toBe("Ready Bcc: all@example.org One Bcc: one@example.org two");
  must(await undoMails(admin, { version: String((await listOf()).version) }));
});

test("a name that the editor knows in another spelling is that of the e-mail", async () => {
  must(await type("order.delivered", { text: swap("{{title}}", "{{Title}}") }));
  must(await publish());
  expect((await queued(ready())).text).toContain("Sleep *and* <b>memory</b>");
  expect((await queued(ready())).subject).not.toBe("As shipped");
  must(await undoMails(admin, { version: String((await listOf()).version) }));
});

test("a code in the subject alone is not enough", async () => {
  must(await type("account.start", { subject: "{{code}}", text: "Open the link.\n\n{{details}}\n\n{{button}}" }));
  expect(await publish()).toMatchObject({ fields: [{ message: expect.stringMatching(/Put {{code}} back/) }] });
  must(await step("discard"));
});

test("a draft that began before an update keeps what was typed, and nothing else of the words of before", async () => {
  const paid = definedMails().get("order.paid");
  const refunded = definedMails().get("order.refunded");
  if (!paid || !refunded) throw new Error("no such e-mail");
  const [before, other] = [{ ...paid }, { ...refunded }];
  must(await type("order.delivered", { subject: "Ready: {{order number}}" }));
  must(await type("order.refunded", { subject: "Back: {{order number}}" }));
  must(await step("shipped", "order.refunded"));
  Object.assign(paid, { subject: "Paid, in the words of the update" });
  Object.assign(refunded, { subject: "Sent back, in the words of the update" });
  try {
    must(await publish());
    const { texts } = (await readSetting(runtime.db, mailTextsSetting)).value;
    expect([Object.hasOwn(texts, "order.paid"), Object.hasOwn(texts, "order.refunded")]).toEqual([false, false]);
    expect((await editorOf("order.paid")).typed.subject).toBe("Paid, in the words of the update");
  } finally {
    Object.assign(paid, before);
    Object.assign(refunded, other);
  }
  must(await undoMails(admin, { version: String((await listOf()).version) }));
});

test("the code of a sign-in cannot be left out of its e-mail", async () => {
  must(await type("account.start", { subject: "Your link", text: "Open the link.\n\n{{details}}\n\n{{button}}" }));
  expect(await publish()).toMatchObject({
    fields: [{ message: expect.stringMatching(/Put {{code}} back. Without it the reader cannot continue/) }],
  });
  must(
    await type("account.start", { subject: "Your link", text: "{{code}}, or the link.\n\n{{details}}\n\n{{button}}" }),
  );
  must(await publish());
  const mail = await queued(mailOf("account.start", { code: "123456" }, "/start?token=t0ken"));
  expect(mail.subject).toBe("Your link");
  expect(mail.text).toContain("123456, or the link.");
  expect(mail.text).toContain("https://shop.example/start?token=t0ken");
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
  expect(Object.keys(texts).toSorted()).toEqual(["account.start", "order.paid", "order.refunded"]);
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
  const others = [
    ctxFor(runtime),
    ctxFor(runtime, await createPerson(runtime, { role: 1 })),
    ctxFor(runtime, { ...marta, capabilities: capabilities.filter((one) => one !== "settings") }),
  ];
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
