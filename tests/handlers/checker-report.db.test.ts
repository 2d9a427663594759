import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checksAnHour } from "#src/modules/checker/index.server.ts";
import { machineLike } from "../support/checked-texts.ts";
import { startDemo } from "../support/demo.ts";
import { cookieOf, type Product } from "../support/product.ts";

let product: Product;
let cookie: string;

beforeAll(async () => {
  product = await startDemo({ env: { LIMITS_FACTOR: "1" } });
  cookie = await cookieOf(product.url, "client@demo.test");
});
afterAll(() => product?.stop());

const send = async (fields: Record<string, string | Blob>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { cookie, origin: product.url };
  return fetch(`${product.url}/aichecker`, { method: "POST", redirect: "manual", body, headers });
};
const checks = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${product.url}/api/checks`, {
        method: "POST",
        headers: { cookie, origin: product.url, "content-type": "application/json" },
        body: JSON.stringify({ text: "Short." }),
      }),
    ),
  );

/** The checker's page with the message and the text in its box, as a browser without scripts gets it. */
async function expectFormAgain(answer: Response, status: number, message: string, text: string): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toContain("text/html");
  const page = await answer.text();
  expect(page).toContain("Check the text</button>");
  expect(page).toContain(message);
  expect(/<textarea[^>]*>([^<]*)/.exec(page)?.[1]?.trim()).toBe(text.trim());
}

test("a request for a report gets a file, or the form again with its text and the reason", async () => {
  const made = await send({ intent: "report", text: machineLike });
  expect(made.headers.get("content-type")).toBe("application/pdf");
  expect(made.headers.get("content-disposition")).toMatch(/^attachment; filename="ai-checker-[0-9a-f]{12}\.pdf"$/);

  const long = "word ".repeat(10_001);
  await expectFormAgain(await send({ intent: "report", text: long }), 422, "at most 50,000 are checked at once", long);
  await expectFormAgain(await send({ intent: "report", text: "" }), 422, "Paste a text, or choose a file.", "");
  const file = new File([new Uint8Array([0, 1, 2, 3])], "essay.pdf", { type: "application/pdf" });
  const unread = await send({ intent: "report", text: "kept beside a file", file });
  await expectFormAgain(unread, 422, "aria-invalid", "kept beside a file");
});

/** Where these words stand on the checker's page, in this order; -1 for those that do not. */
const placesOf = (page: string, ...words: string[]): number[] => words.map((one) => page.indexOf(one));

test("what was left out stands before the answer with a way to include it; prose, symbols and quotations are not", async () => {
  const prose = ["public", "private", "import", "for ("].map(
    (one) => `${one} opinion, as we saw it, is slow to change.`,
  );
  const symbols =
    "The coefficients \u03b1, \u03c1, \u03bd and \u03ba are small, and \u043c\u0438\u0440 is the Russian word for peace.";
  const plain = await (await send({ text: [machineLike, ...prose, symbols].join("\n") })).text();
  expect(plain).toContain('id="verdict"');
  expect(placesOf(plain, "Left out", "Check it with what was left out", "only looks Latin", "only look Latin")).toEqual(
    [-1, -1, -1, -1],
  );

  const code = `${machineLike}\nconst a = b(1);\nfor (let i = 0; i < 9; i++) {\n`;
  const partly = await (await send({ text: code })).text();
  const [left = -1, way = -1, verdict = -1] = placesOf(
    partly,
    "Left out, because it is no running text: 2 lines of code",
    "Check it with what was left out",
    'id="verdict"',
  );
  expect([left > 0, way > left, verdict > way]).toEqual([true, true, true]);
  const whole = await (await send({ text: code, intent: "whole" })).text();
  expect(whole).toContain("Code, tables and references were read too, as you asked.");
  expect(whole).not.toContain("Check it with what was left out");

  const hidden = readFileSync("src/modules/files/clean/samples/documents/hidden.docx");
  const word = await (await send({ text: "", file: new File([hidden], "hidden.docx") })).text();
  const [found = -1, apart = -1, answer = -1] = placesOf(word, "206 words.", "206 hidden words.", 'id="verdict"');
  expect([found > 0, apart > found, answer > apart]).toEqual([true, true, true]);
});

test("with the hour's checks used up, neither a report nor an answer to keep loses the text", async () => {
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < checksAnHour + 2)
    for (const { status } of await checks(2)) statuses.push(status);
  const used = `You have checked ${checksAnHour} texts in this hour. Try again later.`;
  for (const intent of ["report", "keep", "check"])
    await expectFormAgain(await send({ intent, text: machineLike }), 429, used, machineLike);
});

test("who is signed out is sent to the sign-in page, and nothing is made", async () => {
  const headers = { origin: product.url };
  const body = new URLSearchParams({ intent: "report", text: machineLike });
  const answer = await fetch(`${product.url}/aichecker`, { method: "POST", redirect: "manual", body, headers });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe("/login?next=%2Faichecker");
});

test.each(["/login", "/login.data"])("%s: a form that is refused for a while says for how long", async (path) => {
  const wrong = { email: `nobody${path.length}@people.test`, password: "not the right one" };
  const asked = { method: "POST", headers: { origin: product.url }, body: new URLSearchParams(wrong) };
  let answer = await fetch(product.url + path, asked);
  for (let tries = 0; answer.status === 401 && tries < 20; tries += 1) answer = await fetch(product.url + path, asked);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)]);
});
