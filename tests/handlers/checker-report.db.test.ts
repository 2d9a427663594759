import { afterAll, beforeAll, expect, test } from "vitest";
import { checksAnHour } from "#src/modules/checker/index.server.ts";
import { machineLike } from "../support/checked-texts.ts";
import { cookieOf, type Product, startProduct } from "../support/product.ts";

let product: Product;
let cookie: string;

beforeAll(async () => {
  product = await startProduct({ env: { DEMO: "on", LIMITS_FACTOR: "1" } });
  cookie = await cookieOf(product.url, "client@demo.test");
}, 60_000);
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

test("who asks for a report gets a file, or the form again with its text and the reason", async () => {
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
