import { afterAll, beforeAll, expect, test } from "vitest";
import { startDemo } from "../support/demo.ts";
import type { Product } from "../support/product.ts";

let product: Product;
beforeAll(async () => {
  product = await startDemo();
});
afterAll(() => product?.stop());

const page = "/start?next=%2Forder%3Fpages%3D2";

/** A browser without scripts: it keeps cookies, and asks or sends. */
function openBrowser() {
  const jar = new Map<string, string>();
  return async (fields?: Record<string, string>): Promise<{ status: number; to: string | null; html: string }> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(product.url + page, {
      redirect: "manual",
      headers: { origin: product.url, cookie },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, to: answer.headers.get("location"), html: await answer.text() };
  };
}

test("a code that is sent once more, from the page before, goes on instead of being called used", async () => {
  const go = openBrowser();
  await go({ email: "twice@people.test" });
  const code = /(\d{6}) is your code/.exec((await go()).html)?.[1] ?? "";
  for (const time of ["once", "again"]) {
    const { status, to } = await go({ intent: "code", code });
    expect([time, status, to]).toEqual([time, 303, page]);
  }
  expect((await go()).html).toContain("One more line");
  expect(await go({ intent: "open", name: "Linh", terms: "on" })).toMatchObject({ status: 302, to: "/order?pages=2" });
  const late: Record<string, string>[] = [
    { intent: "code", code },
    { intent: "open", name: "Linh", terms: "on" },
  ];
  for (const fields of [...late, { email: "other@people.test" }])
    expect(await go(fields)).toMatchObject({ status: 302, to: "/order?pages=2" });
});
