import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, type Product, startProduct } from "../support/product.ts";

type Who = "client" | "writer" | "admin";
let product: Product;
const cookies = new Map<Who, string>();

beforeAll(async () => {
  product = await startProduct({ env: { DEMO: "on" } });
  for (const who of ["client", "writer", "admin"] as const)
    cookies.set(who, await cookieOf(product.url, `${who}@demo.test`));
}, 60_000);
afterAll(() => product?.stop());

const ask = (who: Who, path: string, fields?: Record<string, string>) =>
  fetch(product.url + path, {
    redirect: "manual",
    headers: { cookie: cookies.get(who) ?? "", origin: product.url },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });

/** The page of the order that stands under this title on somebody's dashboard. */
async function pageOf(who: Who, title: string): Promise<string> {
  const html = await (await ask(who, "/dashboard")).text();
  const found = [...html.matchAll(/href="(\/dashboard\/orders\/[0-9a-f-]{36})"[^>]*>([^<]*)</g)];
  return found.find(([, , text]) => text === title)?.[1] ?? "";
}

const seen = (html: string) => /name="seenVersion" value="(\d+)"/.exec(html)?.[1] ?? "";
const refundSeen = (html: string) => /name="refundSeenCents" value="(\d+)"/.exec(html)?.[1] ?? "";
const read = async (who: Who, path: string) => (await ask(who, path)).text();

/** What belongs to a finished delivery, as its form sends it. */
const handedTexts = {
  ...Object.fromEntries([0, 1, 2, 3].map((at) => [`tick-${at}`, "on"])),
  outline: "One\nTwo",
  sources: ["A", "B", "C", "D", "E", "F"].join("\n"),
  reasoning: "From one to two.",
  questions: "Why?\nHow?\nWhen?",
  aiUse: "nothing",
  sourcesRead: "on",
  ownWork: "on",
};

describe("the page of an order, as a browser without scripts uses it", () => {
  test("cancelling shows the refund first, and refuses another one than was shown", async () => {
    const path = await pageOf("client", "Two-way tables from a census sample");
    const html = await read("client", `${path}?step=cancel`);
    expect(html).toContain("goes back to you, 100% of the price");
    const fields = { action: "cancel", seenVersion: seen(html), refundSeenCents: "1" };
    expect((await ask("client", `${path}?step=cancel`, fields)).status).toBe(409);
    const taken = await ask("client", `${path}?step=cancel`, { ...fields, refundSeenCents: refundSeen(html) });
    expect([taken.status, taken.headers.get("location")]).toEqual([303, path]);
    const flash = { cookie: `${cookies.get("client")}; ${taken.headers.getSetCookie()[0]?.split(";")[0]}` };
    const after = await fetch(product.url + path, { headers: flash });
    expect(after.headers.getSetCookie()[0]).toContain("Max-Age=2");
    expect(await after.text()).toContain("The order is cancelled");
    expect(await read("client", path)).not.toContain("The order is cancelled");
    expect(await read("client", path)).toContain("Cancelled");
  });

  test("a refusal keeps what was typed, and somebody who came first is said in words", async () => {
    const path = await pageOf("client", "How sleep helps memory");
    const version = seen(await read("client", `${path}?step=request-revision`));
    const points = "The second paragraph needs its source.";
    const empty = await ask("client", `${path}?step=request-revision`, {
      action: "request-revision",
      seenVersion: version,
      points: "",
    });
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("Name what should change.")]);
    expect((await ask("client", path, { action: "approve", seenVersion: version })).status).toBe(303);
    expect(await read("client", path)).toContain("Undo the approval");
    const late = await ask("client", `${path}?step=request-revision`, {
      action: "request-revision",
      seenVersion: version,
      points,
    });
    const html = await late.text();
    expect(late.status).toBe(409);
    expect(html).toContain("The order is approved now.");
    expect(html).toContain(points);
  });

  test("a draft stays closed until its client opens it; the writer delivers text as it was typed", async () => {
    const path = await pageOf("client", "Load paths of a footbridge");
    const closed = await read("client", path);
    expect(closed).toContain("Read draft 1");
    expect(closed).not.toContain('id="text"');
    expect((await ask("client", path, { action: "read", number: "1" })).status).toBe(303);
    expect(await read("client", path)).toContain('id="text"');
    const work = await read("writer", path);
    const text = "One\r\n\r\n  two <b>three</b>";
    const handed = await ask("writer", path, {
      action: "deliver",
      seenVersion: seen(work),
      text,
      final: "on",
      ...handedTexts,
    });
    expect(handed.status).toBe(303);
    expect(await read("client", path)).toContain(">  two &lt;b&gt;three&lt;/b&gt;</p>");
  });

  test("an order of somebody else cannot be read or changed here, not even by the admins", async () => {
    const path = await pageOf("client", "Virtue and habit in the Ethics");
    for (const who of ["writer", "admin"] as const) {
      expect((await ask(who, path)).status).toBe(404);
      expect((await ask(who, path, { action: "cancel", seenVersion: "1" })).status).toBe(404);
    }
    expect(await read("client", path)).toContain("Paid, choosing a writer");
  });
});
