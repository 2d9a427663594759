import { expect } from "vitest";
import { formsIn, hasTextField } from "../abuse/pages-forms.ts";
import { demoTest as test } from "../support/shared-demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

const order = {
  ...{ service: "non-technical", orderType: "writing", subject: "History", pages: "3", citedSources: "2" },
  ...{ spacing: "double", deadlineDate: "2099-01-01", deadlineTime: "18:00", deadlineZone: "UTC" },
  ...{ title: "记忆与遗忘", instructions: "题".repeat(10_000), country: "DE", consent: "on", ...shownVersions },
};

test("a form that is kept through the sign-in has the fields of the page; other names are dropped", async ({
  demo,
}) => {
  const { product, ask } = demo;
  const sent = await ask(null, "/order", { ...order, stowed: "x".repeat(9_000), "a.b": "y" });
  expect(sent.status).toBe(303);
  const next = new URL(sent.headers.get("location") ?? "", product.url).searchParams.get("next") ?? "";
  expect(next).toMatch(/^\/order\?form=[\w-]+$/);
  const kept = await (await ask("client", next)).text();
  for (const own of [order.title, order.instructions]) expect(kept).toContain(own);
  for (const dropped of ["stowed", "xxxxxxxxx"]) expect(kept).not.toContain(dropped);
});

test("a field that comes twice: the last one counts, and the address is no field", async ({ demo }) => {
  const { product, ask } = demo;
  const body = new URLSearchParams({ ...order, title: "First" });
  body.append("title", "Second");
  const headers = { origin: product.url };
  const sent = await fetch(`${product.url}/order?title=Third`, { method: "POST", redirect: "manual", headers, body });
  const next = new URL(sent.headers.get("location") ?? "", product.url).searchParams.get("next") ?? "";
  const kept = await (await ask("client", next)).text();
  expect(["First", "Second", "Third"].filter((title) => kept.includes(`value="${title}"`))).toEqual(["Second"]);
});

test("a field of a price that comes twice: the same", async ({ demo }) => {
  const price = async (fields: string, query = ""): Promise<number> => {
    const answer = await fetch(`${demo.product.url}/api/quotes${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"service":"non-technical","subject":"Philosophy",${fields}}`,
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()).totalCents;
  };
  const nine = await price('"pages":9');
  expect(nine).toBeGreaterThan(await price('"pages":1'));
  expect([await price('"pages":1,"pages":9'), await price('"pages":9', "?pages=1")]).toEqual([nine, nine]);
});

const pages = [
  "/custom",
  "/quizzesorder",
  "/contact",
  "/hiring",
  "/register",
  "/login",
  "/passreset",
  "/start?next=%2F",
];

/** How many characters the page lets somebody type into this field. */
const longest = (html: string, name: string): number => {
  const tag = (html.match(/<(?:input|textarea)\b[^>]*>/g) ?? []).find((one) => one.includes(` name="${name}"`));
  return Math.min(10_000, Number(/maxlength="(\d+)"/i.exec(tag ?? "")?.[1] ?? 1_000));
};

test.for(pages)("%s: each form is answered in words, with every field full in Chinese", async (path, { demo }) => {
  const { ask } = demo;
  const html = await (await ask(null, path)).text();
  const forms = formsIn(html, path).filter(({ method }) => method === "post");
  expect(forms.length).toBeGreaterThan(0);
  for (const one of forms) {
    const full = Object.entries(one.fields).map(([name, value]) => {
      return [name, hasTextField(html, name) ? "题".repeat(longest(html, name)) : value];
    });
    const answer = await ask(null, one.path, Object.fromEntries(full));
    const text = await answer.text();
    expect([200, 302, 303, 401, 403, 409, 422], `${one.path}: ${answer.status}`).toContain(answer.status);
    if (answer.status === 422) expect(text).toMatch(/aria-invalid="true"|role="alert"|role="status"/);
  }
});

test("sixty PDFs of a quote that are asked for at once are all answered: made, or refused for some seconds", async ({
  demo,
}) => {
  const { product, ask } = demo;
  const { title: _, instructions: __, country: ___, consent: ____, service, ...more } = order;
  const fields = Object.fromEntries(Object.entries(more).filter(([name]) => !(name in shownVersions)));
  const quoted = await fetch(`${product.url}/api/quotes`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...fields, service, pages: 3, citedSources: 2 }),
  });
  const { id } = (await quoted.json()) as { id: string };
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(null, `/order/quotes/${id}.pdf`)));
  const made = answers.filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThan(0);
  for (const { headers } of made) expect(headers.get("content-type")).toBe("application/pdf");
  for (const { status, headers } of answers.filter((one) => !made.includes(one)))
    expect([status, headers.get("retry-after")]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  await Promise.all(answers.map(({ body }) => body?.cancel()));
});
