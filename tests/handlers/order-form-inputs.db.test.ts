import { afterAll, describe, expect, test } from "vitest";
import { openDemo } from "../support/demo.ts";
import { cookieOf } from "../support/product.ts";
import { shownVersions } from "../support/shown-versions.ts";

type Fields = Readonly<Record<string, string>>;
type Who = "client" | "admin" | null;

const demo = await openDemo();
const { product } = demo;
afterAll(() => product.stop());

const ask = (path: string, fields?: Fields, who: Who = "client") => demo.ask(who, path, fields);
const cookie = demo.cookies.get("client") ?? "";

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
let turn = 0;
const form = (more: Fields = {}): Fields => {
  turn += 1;
  return {
    ...{ service: "non-technical", orderType: "writing", subject: "History", pages: "3", citedSources: "2" },
    ...{ spacing: "double", deadlineDate: dayIn(9), deadlineTime: "18:00", deadlineZone: "UTC" },
    ...{ title: "Causes of the 1848 revolutions", instructions: "Compare two cities of your choice." },
    ...{ country: "DE", consent: "on", ...shownVersions, idempotencyKey: `bad input ${turn} of one test file` },
    ...more,
  };
};

const plain = (html: string): string => html.replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
const decoded = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
const junk = '😀 <img src=x onerror="alert(1)"> \u202e{{7*7}} ; drop table';
const count = (from: number, to: number) => `Write a whole number from ${from} to ${to}.`;
const choice = "This is not one of the choices.";

/** What a field of the page holds, as the browser would show it. */
const valueIn = (html: string, name: string): string | undefined => {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  if (input && !/type="radio"/.test(input)) return /value="([^"]*)"/.exec(input)?.[1];
  const area = new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1];
  const list = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html)?.[1];
  const [, option = "", text] = /<option([^>]*selected[^>]*)>([^<]*)/.exec(list ?? "") ?? [];
  return area ?? /value="([^"]*)"/.exec(option)?.[1] ?? text;
};

describe("a form with wrong answers is shown again with the right messages and everything that was typed", () => {
  test.each<[what: string, wrong: Fields, message: string]>([
    ["no pages", { pages: "" }, "This answer is missing."],
    ["0 pages", { pages: "0" }, count(1, 500)],
    ["501 pages", { pages: "501" }, count(1, 500)],
    ["half a page", { pages: "2.5" }, count(1, 500)],
    ["pages as a power", { pages: "1e2" }, count(1, 500)],
    ["pages in other digits", { pages: "٣" }, count(1, 500)],
    ["pages as words", { pages: "five" }, count(1, 500)],
    ["a number beyond all numbers", { pages: "9".repeat(150) }, count(1, 500)],
    ["minus one source", { citedSources: "-1" }, count(0, 500)],
    ["501 sources", { citedSources: "501" }, count(0, 500)],
    ["a spacing that is none", { spacing: "triple" }, choice],
    ["an order type that is none", { orderType: "__proto__" }, choice],
    ["a citation style that is none", { citationStyle: "junk" }, choice],
    ["a language that is none", { languageVariant: "constructor" }, choice],
    ["an academic level that is none", { academicLevel: "wizard" }, choice],
    ["no subject", { subject: " " }, "This answer is missing."],
    ["a day that does not exist", { deadlineDate: "2027-02-30" }, "Write a date that exists, as YYYY-MM-DD."],
    ["a day in words", { deadlineDate: "tomorrow" }, "Write a date that exists, as YYYY-MM-DD."],
    ["a time that does not exist", { deadlineTime: "25:00" }, "Write the time as HH:MM, from 00:00 to 23:59."],
    ["a zone of nowhere", { deadlineZone: "Mars/Base" }, "This time zone is not known. Choose one from the list."],
    ["a deadline in the past", { deadlineDate: "2020-01-01" }, "This time is in the past. Choose a later one."],
    [
      "an hour that the clocks skip",
      { deadlineDate: "2027-03-14", deadlineTime: "02:30", deadlineZone: "America/New_York" },
      "The clocks change at this time",
    ],
    ["no title", { title: "" }, "Copy the title or the question from your task."],
    ["a title of 201 characters", { title: "x".repeat(201) }, "Write at most 200 characters."],
    ["no instructions", { instructions: " \n " }, "Write at least one sentence about what the text must contain."],
    ["10,001 characters", { instructions: "y".repeat(10_001) }, "Write at most 10,000 characters."],
    ["a country of nowhere", { country: "XX" }, "Choose a country from the list."],
    ["eleven points", { checklist: "One more\n".repeat(11) }, "Write at most 10 points."],
    ["no promise", { consent: "" }, "Accept the promise and confirm your age to continue."],
    [
      "pasted junk, and no promise",
      { title: junk, consent: "" },
      "Accept the promise and confirm your age to continue.",
    ],
  ])("%s", async (_what, wrong, message) => {
    const sent = form(wrong);
    const answer = await ask("/order", sent);
    const html = plain(await answer.text());
    expect(answer.status).toBe(422);
    expect(html).toContain(message);
    expect(html).not.toContain("<img src=x");
    for (const name of ["title", "instructions", "pages", "citedSources", "deadlineDate", "deadlineTime"])
      if (!["deadlineDate", "deadlineTime"].includes(name) || !(name in wrong))
        expect(decoded(valueIn(html, name) ?? "").trim(), name).toBe(sent[name]?.trim());
    expect(valueIn(html, "subject") ?? "", "subject").toContain(sent.subject?.trim() ?? "");
  });

  test("a deadline that is too near by now says how far it must lie ahead", async () => {
    const near = new Date(Date.now() + 90 * 60_000).toISOString();
    const answer = await ask("/order", form({ deadlineDate: near.slice(0, 10), deadlineTime: near.slice(11, 16) }));
    expect(plain(await answer.text())).toContain("This time is less than 3 hours from now. Choose a later one.");
  });

  test("everything wrong at once: each field has its own words", async () => {
    const html = plain(
      await (await ask("/order", form({ pages: "x", spacing: "y", title: "", country: "", consent: "" }))).text(),
    );
    for (const words of [count(1, 500), choice, "Copy the title", "Choose the country", "Accept the promise"])
      expect(html).toContain(words);
    expect(html).toContain("Five answers need your attention.");
  });
});

describe("an address with junk in it opens the form, and each wrong answer is named beside its field", () => {
  const query = new URLSearchParams({
    ...{ service: "non-technical", subject: "Alchemy", orderType: "dreaming", pages: "abc", citedSources: "501" },
    ...{ spacing: "triple", deadlineDate: "2020-01-01", deadlineTime: "10:00", deadlineZone: "UTC" },
  });

  test.each([
    ["the order form", "/order", "client"],
    ["the calculator of the start page", "/", null],
    ["the calculator of a service", "/non-technical-writing/essays", null],
  ] as const)("%s", async (_what, path, who) => {
    const answer = await ask(`${path}?${query}`, undefined, who);
    const html = plain(await answer.text());
    expect(answer.status).toBe(200);
    for (const words of [count(1, 500), count(0, 500), choice, "This time is in the past."])
      expect(html).toContain(words);
    expect([valueIn(html, "pages"), valueIn(html, "citedSources")]).toEqual(["abc", "501"]);
    expect(html, "an unknown subject stays chosen").toContain("Alchemy");
  });

  test("an unknown subject alone has a price, and the page names it", async () => {
    const known = new URLSearchParams({
      service: "non-technical",
      subject: "Alchemy",
      pages: "2",
      orderType: "writing",
    });
    const html = plain(await (await ask(`/order?${known}`)).text());
    expect(html).toMatch(/price (?:is|of|for)[^<]{0,80}other|other subjects/i);
  });
});

test("prices change under an open form: the new total is named beside the old one, and nothing that was typed is lost", async () => {
  const open = form({ title: "Typed before the change" });
  const seen = await ask("/order", { ...open, intent: "price" });
  const shown = plain(await seen.text());
  const confirmTotalCents = valueIn(shown, "confirmTotalCents") ?? "";
  expect(confirmTotalCents).toBe(String(3 * 13_00 + 2 * 150));
  const editor = plain(await (await ask("/admin/pricing?part=non-technical", undefined, "admin")).text());
  const draft = {
    part: "non-technical",
    seen: valueIn(editor, "seen") ?? "",
    "nonTech.citationFee": "2",
    step: "save",
  };
  expect((await ask("/admin/pricing", draft, "admin")).status).toBeLessThan(400);
  const review = plain(await (await ask("/admin/pricing/publish", undefined, "admin")).text());
  const publish = { seen: valueIn(review, "seen") ?? "", reason: "Sources cost more", when: "now" };
  expect((await ask("/admin/pricing/publish", publish, "admin")).status).toBeLessThan(400);

  const refused = await ask("/order", { ...open, confirmTotalCents });
  const html = plain(await refused.text());
  expect(refused.status).toBe(409);
  expect(html).toContain("The total has changed. Look at the new one, then place the order.");
  expect(html).toContain("$43.00");
  expect(html).toContain("$42.00");
  expect(valueIn(html, "title")).toBe("Typed before the change");
  const placed = await ask("/order", { ...open, confirmTotalCents: valueIn(html, "confirmTotalCents") ?? "" });
  expect(placed.headers.get("location")).toMatch(/^\/checkout\//);
});

test("until the visitor's zone is known a deadline is shown as time from now, and its field names the operator's zone", async () => {
  const html = plain(await (await ask("/", undefined, null)).text());
  expect(html).toMatch(/<span class="[^"]*"><b class="[^"]*">In 7 days<\/b>/);
  expect(valueIn(html, "deadlineZone")).toBe("UTC");
});

describe("a quote on paper", () => {
  const quote = async (who: "client" | null) => {
    const body = { service: "quiz" };
    const answer = await fetch(`${product.url}/api/quotes`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(who && { cookie, origin: product.url }) },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { id: string }).id;
  };

  test("is a PDF under its number, for whoever holds a guest's quote", async () => {
    const id = await quote(null);
    const answer = await ask(`/order/quotes/${id}.pdf`, undefined, null);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const name = `quote-Q-${id.slice(-8).toUpperCase()}.pdf`;
    expect(name, "a number that people can say").toMatch(/^quote-Q-[0-9A-F]{8}\.pdf$/);
    expect(answer.headers.get("content-disposition")).toContain(name);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  test("that was ordered leads back to a form for another order, and later to its own", async () => {
    const deadline = `${dayIn(9)}T18:00:00.000Z`;
    const work = { service: "non-technical", orderType: "writing", subject: "History", spacing: "double" };
    const asked = await fetch(`${product.url}/api/quotes`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie, origin: product.url },
      body: JSON.stringify({ ...work, pages: 3, citedSources: 2, deadline, deadlineZone: "UTC" }),
    });
    const { id: quoteId } = (await asked.json()) as { id: string };
    const back = async () => ask(`/order?quote=${quoteId}`);
    const placed = await ask("/order", form({ quoteId, quoteDeadline: deadline, title: "Ordered by its quote" }));
    expect(placed.headers.get("location")).toMatch(/^\/checkout\//);
    const again = plain(await (await back()).text());
    expect(again).toContain("You placed “Ordered by its quote” just now.");
    expect([valueIn(again, "pages"), valueIn(again, "quoteId") ?? ""]).toEqual(["3", ""]);
    const another = form({ title: "Another one" });
    const priced = plain(await (await ask("/order", { ...another, intent: "price" })).text());
    await ask("/order", { ...another, confirmTotalCents: valueIn(priced, "confirmTotalCents") ?? "" });
    expect((await back()).headers.get("location")).toBe(placed.headers.get("location"));
  });

  test("of an account is nobody else's", async () => {
    const id = await quote("client");
    expect((await ask(`/order/quotes/${id}.pdf`)).status).toBe(200);
    expect((await ask(`/order/quotes/${id}.pdf`, undefined, "admin")).status).toBe(404);
    expect((await ask(`/order/quotes/${id}.pdf`, undefined, null)).status).toBe(404);
    expect((await ask("/order/quotes/junk.pdf")).status).toBe(404);
  });
});

describe("the words of a text that is sent for editing", () => {
  const send = async (name: string, bytes: string): Promise<string> => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ purpose: "order", about: "new-order", next: "/order" }))
      body.set(field, value);
    body.set("file", new File([bytes], name));
    const headers = { origin: product.url, cookie };
    await fetch(`${product.url}/files/plain`, { method: "POST", body, headers, redirect: "manual" });
    const html = await (await ask("/order")).text();
    return valueIn(html, "files")?.split(",").at(-1) ?? "";
  };
  type Counted = { waiting: boolean; said: string; pages: number | null };
  const counted = async (ids: string, who: "client" | "admin" = "client"): Promise<Counted> =>
    (await ask(`/order/words?files=${ids}`, undefined, who)).json() as Promise<Counted>;

  test("are counted on the server and shown, with the pages that they make; nobody else sees them", async () => {
    const id = await send("draft.txt", "word ".repeat(2_310));
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await expect.poll(() => counted(id)).toEqual({ waiting: false, said: "2,310 words: 9 pages.", pages: 9 });
    const nothing = { waiting: false, said: "", pages: null };
    expect(await counted(id, "admin")).toEqual(nothing);
    expect(await counted(`${"0".repeat(8)}-0000-4000-8000-${"0".repeat(12)},junk`)).toEqual(nothing);
    const guest = await ask(`/order/words?files=${id}`, undefined, null);
    expect([guest.status, guest.headers.get("location")]).toEqual([302, expect.stringMatching(/^\/login/)]);
  });
});

describe("a form in progress", () => {
  const save = (fields: Fields, cookie: string) =>
    fetch(`${product.url}/order/draft`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: product.url, cookie },
      body: new URLSearchParams(fields),
    });
  const page = async (path: string, cookie: string) =>
    plain(await (await fetch(product.url + path, { headers: { cookie } })).text());

  test("continues in another session of the account, whole, and is forgotten on request", async () => {
    const phone = await cookieOf(product.url, "client@demo.test");
    const sent = form({ title: "Begun on the laptop", pages: "7" });
    const saved = await save({ ...sent, draftPath: "/order", draftSeen: "0" }, cookie);
    expect([saved.status, await saved.json()]).toEqual([200, { status: "kept", revision: 1, replaced: null }]);
    expect(await page("/order", cookie), "this session knows its own").not.toContain("You started");
    const offered = await page("/order?service=technical", phone);
    expect(offered).toContain("You started this order somewhere else, just now.");
    expect(valueIn(offered, "title"), "nothing is mixed in").toBe("");
    const goesOn = await page("/order?draft", phone);
    expect(goesOn).not.toContain("You started this order");
    expect([valueIn(goesOn, "title"), valueIn(goesOn, "pages")]).toEqual(["Begun on the laptop", "7"]);
    expect(valueIn(goesOn, "idempotencyKey"), "it stays one order").toBe(sent.idempotencyKey);
    const gone = await save({ forget: "", draftPath: "/order" }, phone);
    expect([gone.status, gone.headers.get("location")]).toEqual([303, "/order"]);
    expect(await page("/order", phone)).not.toContain("You started");
    expect(await page("/order?draft", phone)).toContain("in this link is no longer available");
  });

  test("is taken of nobody who is not signed in, and of no page without an order form", async () => {
    expect((await save({ ...form(), draftPath: "/order" }, "")).status).toBe(401);
    expect((await save({ ...form(), draftPath: "/checkout" }, cookie)).status).toBe(422);
    expect((await save({ ...form(), draftPath: "/order", instructions: "x".repeat(40_001) }, cookie)).status).toBe(422);
  });
});
