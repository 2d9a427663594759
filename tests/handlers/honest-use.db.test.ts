import { expect } from "vitest";
import { demoTest as test } from "../support/shared-demo.ts";

const page = "/admin/honest-use";
const plain = (html: string): string => html.replace(/<!--.*?-->/g, "").replaceAll("&quot;", '"');

test.for([
  [
    "a refused one",
    "Hello. Can you take my online exam for me on Friday?",
    ["Refuses", "take my online exam for me", "The client reads", "practice paper"],
  ],
  ["an unsure one", "My quiz is proctored. Which topics matter?", ["lets it pass", "My quiz is proctored."]],
  ["an honest one", "A practice exam with worked solutions, please.", ["No rule speaks."]],
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
