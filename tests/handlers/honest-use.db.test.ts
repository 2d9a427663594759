import { expect } from "vitest";
import type { Demo } from "../support/demo.ts";
import { demoTest as test } from "../support/shared-demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

const page = "/admin/honest-use";
const plain = (html: string): string => html.replace(/<!--.*?-->/g, "").replaceAll("&quot;", '"');

test.for([
  [
    "a refused one",
    "Hello. Can you take my online exam for me on Friday?",
    ["Refuses", "take my online exam for me", "The client reads", "practice paper"],
  ],
  ["an unsure one", "My quiz is proctored. Which topics matter?", ["a person reads it", "My quiz is proctored."]],
  ["an honest one", "A practice exam with worked solutions, please.", ["No rule applies."]],
  ["markup", "<b>Take my exam for me</b>", ["&lt;b&gt;Take my exam for me&lt;/b&gt;"]],
] as const)("a sentence is tried: %s", async ([, text, shown], { demo }) => {
  const answer = await demo.ask("admin", page, { text });
  expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
  const html = plain(await answer.text());
  for (const one of shown) expect(html).toContain(one);
});

test.for([
  ["", "Write a sentence to try."],
  ["x".repeat(10_001), "Use at most 10,000 characters."],
] as const)("an empty or too long text is refused, %#, at its field and stays", async ([text, message], { demo }) => {
  const answer = await demo.ask("admin", page, { text });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain(message);
  expect(html).toContain(text);
});

test("a client tries nothing", async ({ demo }) => {
  const answer = await demo.ask("client", page, { text: "Take my exam for me" });
  expect(answer.status).toBe(302);
  expect(await answer.text()).not.toContain("Refuses");
});

const form = {
  ...{ service: "custom", title: "The topics of my quiz", country: "DE", consent: "on", ...shownVersions },
  instructions: "My quiz is proctored. Which topics matter?",
};
const sent = (demo: Pick<Demo, "ask">, more: Readonly<Record<string, string>> = {}) =>
  demo.ask("client", "/custom", { ...form, idempotencyKey: `handler-${Math.random()}-key`, ...more });

test("an unsure request leads its client to a page of its own, and an admin decides it once", async ({ demo }) => {
  const held = await sent(demo);
  const address = held.headers.get("location") ?? "";
  expect([held.status, address]).toEqual([303, expect.stringMatching(/^\/dashboard\/requests\/[0-9a-f-]{36}$/)]);
  const requestId = address.slice(-36);
  const own = plain(await (await demo.ask("client", address)).text());
  for (const one of ["A person reads your request first", "My quiz is proctored", "Withdraw the request"])
    expect(own).toContain(one);
  expect((await demo.ask("writer", address)).status).toBe(404);
  expect((await demo.ask("client", `/checkout/${requestId}`)).status).toBe(404);
  expect(plain(await (await demo.ask("admin", page)).text())).toContain(requestId);

  const wordless = await demo.ask("admin", page, { requestId, verdict: "refuse", answer: "" });
  expect([wordless.status, plain(await wordless.text())]).toEqual([422, expect.stringContaining("Write an answer")]);
  for (const _ of [1, 2]) {
    const decided = await demo.ask("admin", page, {
      requestId,
      verdict: "refuse",
      answer: "A practice paper instead.",
    });
    expect([decided.status, decided.headers.get("location")]).toEqual([303, page]);
  }
  const late = await demo.ask("admin", page, { requestId, verdict: "accept" });
  expect([late.status, plain(await late.text())]).toEqual([409, expect.stringContaining("It is refused.")]);
  const ended = plain(await (await demo.ask("client", address)).text());
  for (const one of ["A practice paper instead.", "Price a practice paper", "Open the form with what you typed"])
    expect(ended).toContain(one);
  const again = plain(await (await demo.ask("client", `/custom?request=${requestId}`)).text());
  expect(again).toContain(form.instructions);
});

test("a refused request offers a person, who then has it", async ({ demo }) => {
  const refused = await sent(demo, { instructions: "Take my exam for me tomorrow." });
  const html = plain(await refused.text());
  for (const one of ["Price a practice paper", "Ask a person to look", "Take my exam for me"])
    expect(html).toContain(one);
  const asked = await sent(demo, { instructions: "Take my exam for me tomorrow.", intent: "ask-person" });
  const address = asked.headers.get("location") ?? "";
  expect(address).toMatch(/^\/dashboard\/requests\//);
  const back = await demo.ask("client", address, {});
  expect([back.status, back.headers.get("location")]).toEqual([303, address]);
});

test("a client sees what the writer does not read and asks Support for it; an admin answers once", async ({ demo }) => {
  const placed = await sent(demo, {
    title: "A brief with contacts",
    instructions:
      "Compare Instagram 2000000000 users with TikTok. Write to nina.k@example.com, or dm tomwriter on insta.",
  });
  const address = placed.headers.get("location") ?? "";
  const orderId = /[0-9a-f-]{36}/.exec(address)?.[0] ?? "";
  const order = `/dashboard/orders/${orderId}`;
  const first = plain(await (await demo.ask("client", order)).text());
  for (const one of ["does not read", "nina.k@example.com", "Ask Support to show it", "Support looks at it"])
    expect(first).toContain(one);
  const own = /name="passageId" value="([0-9a-f-]{36})"/.exec(first)?.[1] ?? "";
  expect((await demo.ask("writer", order, { action: "ask-passage", passageId: own })).status).toBe(404);
  const asked = await demo.ask("client", order, { action: "ask-passage", passageId: own });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${order}#hidden`]);

  const queue = plain(await (await demo.ask("admin", page)).text());
  for (const one of ["Contact details to check", "asks us to show it", "tomwriter", own]) expect(queue).toContain(one);
  expect((await demo.ask("client", page, { passageId: own, passage: "show" })).status).toBe(302);
  for (const _ of [1, 2]) {
    const decided = await demo.ask("admin", page, { passageId: own, passage: "show" });
    expect([decided.status, decided.headers.get("location")]).toEqual([303, `${page}#passages`]);
  }
  const late = await demo.ask("admin", page, { passageId: own, passage: "keep" });
  expect([late.status, plain(await late.text())]).toEqual([409, expect.stringContaining("does not wait any more")]);
  expect(plain(await (await demo.ask("client", order)).text())).toContain("Support shows it to the writer since");
});

test("a teacher reports a text without an account, and a person answers it in the inbox", async ({ demo }) => {
  const teachers = "/honest-use/teachers";
  const first = plain(await (await demo.ask(null, teachers)).text());
  for (const one of ["What a report can do", "Send the report", "/honest-use/students", "/licence"])
    expect(first).toContain(one);
  const empty = await demo.ask(null, teachers, { name: "Ms Hill", email: "hill@school.test", text: " " });
  expect([empty.status, plain(await empty.text())]).toEqual([422, expect.stringContaining("Write a few sentences.")]);
  const report = { name: "Ms Hill", email: "hill@school.test", text: "A question of my exam is among your samples." };
  for (const _ of [1, 2]) {
    const sent = await demo.ask(null, teachers, report);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${teachers}?sent`]);
  }
  expect(plain(await (await demo.ask(null, `${teachers}?sent`)).text())).toContain("We have your report.");

  const inbox = plain(await (await demo.ask("admin", "/admin/chats?from=enquiries")).text());
  const found = [...inbox.matchAll(/\/admin\/chats\/enquiries\/([0-9a-f-]{36})/g)].map(([address]) => address);
  const [address = ""] = new Set(found);
  expect(new Set(found).size).toBe(1);
  const page = plain(await (await demo.ask("admin", address)).text());
  for (const one of ["A report by Ms Hill", report.text, "Send the answer"]) expect(page).toContain(one);
  const answered = await demo.ask("admin", address, { answer: "We took it out. Thank you." });
  expect([answered.status, answered.headers.get("location")]).toEqual([303, expect.stringContaining(address)]);
});

test("the licence, the page for students and what we never do can be read by everybody", async ({ demo }) => {
  for (const [address, words] of [
    ["/licence", "What you may not do"],
    ["/honest-use/students", "A model text"],
    ["/honest-use/never", "a person answers within 24 hours"],
  ] as const) {
    const page = await demo.ask(null, address);
    expect([page.status, plain(await page.text())]).toEqual([200, expect.stringContaining(words)]);
  }
});
