import { expect, test } from "vitest";
import { openOrderRuntime, orderIn, rowOf } from "#src/modules/orders/orders.testing.ts";
import { definedMails, mayBeInSubject } from "#src/platform/mail/mail-text.ts";
import { mailTextsSetting } from "#src/platform/mail/own-text.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { SealPart } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { facts, mailOf, openMails, ready } from "./mails.testing.ts";
import { undoMails } from "./mails-draft.ts";
import { mailEditor } from "./mails-editor.ts";

const runtime = await forThisFile(createTestRuntime());
const shop = await forThisFile(openOrderRuntime());
const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
const { listOf, editorOf, step, type, publish, queued } = openMails(runtime, admin);

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

test("a preview prints an order of a client, and never one of somebody whose data is sealed", async () => {
  const { client, admin: reader, orderId } = await orderIn(shop, "completed");
  const { number, title } = await rowOf(shop, orderId);
  const seen = async (sealed?: readonly SealPart[]) => {
    const viewer = { ...reader, ...(sealed && { sealed: new Map([[client.id, sealed]]) }) };
    const asked = ["", number].map((order) => mailEditor(ctxFor(shop, viewer), { id: "order.delivered", order }));
    return JSON.stringify((await Promise.all(asked)).map(must));
  };
  for (const fact of [number, title]) {
    expect(await seen()).toContain(fact);
    for (const open of [[], ["contact"], ["contact", "work", "messages"]] as const)
      expect(await seen(open), `open: ${open.join()}`).not.toContain(fact);
  }
});

test("a draft has an end: what would grow past it is refused in words, and the draft stays", async () => {
  const text = "x".repeat(390_000);
  must(await type("order.paid", { text }));
  must(await type("order.refunded", { text }));
  expect(await type("order.delivered", { text })).toMatchObject({
    code: "invalid",
    message: expect.stringMatching(/^Your draft is too long to save/),
  });
  expect((await listOf()).changes).toHaveLength(2);
  must(await step("discard"));
});
