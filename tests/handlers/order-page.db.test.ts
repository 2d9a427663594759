import { afterAll, describe, expect, test } from "vitest";
import { type DemoPerson, openDemo } from "../support/demo.ts";
import { sampleDocument, sentFile } from "../support/files.ts";

const { product, cookies, ask } = await openDemo();
afterAll(() => product.stop());

/** The page of the order that stands under this title on somebody's dashboard. */
async function pageOf(who: DemoPerson, title: string): Promise<string> {
  const html = await (await ask(who, "/dashboard")).text();
  const found = [...html.matchAll(/href="(\/dashboard\/orders\/[0-9a-f-]{36})"[^>]*>([^<]*)</g)];
  return found.find(([, , text]) => text === title)?.[1] ?? "";
}

const seen = (html: string) => /name="seenVersion" value="(\d+)"/.exec(html)?.[1] ?? "";
const refundSeen = (html: string) => /name="refundSeenCents" value="(\d+)"/.exec(html)?.[1] ?? "";
const read = async (who: DemoPerson, path: string) => (await ask(who, path)).text();

/** What belongs to a finished delivery, as its form sends it. */
const handedTexts = {
  ...Object.fromEntries([0, 1, 2, 3].map((at) => [`tick-${at}`, "on"])),
  shortReason: "A short text for the test.",
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

  test("a delivery shows what was counted beside what was promised", async () => {
    const html = await read("client", await pageOf("client", "How sleep helps memory"));
    expect(html).toMatch(/1,6\d\d of 1,375 words/);
    expect(html).toContain("6 of 6 sources");
    expect(html).toMatch(/Total: 1,6\d\d words\./);
    expect(html).not.toContain("less than promised");
    const short = await read("client", await pageOf("client", "Why a coast line has no length"));
    expect(short).toContain("less than promised");
    expect(short).toContain("The writer’s reason: This is a sample");
  });

  test("an originality report is added by the writer, read by the client as text, and removed by an admin", async () => {
    const path = await pageOf("client", "How sleep helps memory");
    expect(await read("writer", path)).toContain("?text=1&amp;report=add#reports");
    const form = `${path}?text=1&report=add`;
    expect(await read("writer", form)).toContain('name="report.maker"');
    const link = "https://reports.example.org/r/7?page=<1>";
    const typed = {
      action: "report",
      number: "1",
      "report.number": "1",
      "report.name": "Similarity",
      "report.link": link,
    };
    const empty = await ask("writer", form, typed);
    const refused = await empty.text();
    expect(empty.status).toBe(422);
    for (const text of ["Name the service that made the report.", 'value="Similarity"'])
      expect(refused).toContain(text);
    const sent = await ask("writer", form, {
      ...typed,
      "report.maker": "Example Check",
      "report.madeOn": "2026-03-09",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, `${path}?text=1#reports`]);
    const html = await read("client", path);
    for (const text of [
      "Similarity",
      "Made by Example Check on 9 March 2026.",
      "<b>reports.example.org</b>",
      "https://reports.example.org/r/7?page=%3C1%3E",
      "do not replace our own check",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain('href="https://reports');
    for (const offered of ["remove-report", "report=add"]) expect(html).not.toContain(offered);
    const admin = `${path.replace("/dashboard/", "/admin/")}?text=1`;
    const page = await read("admin", admin);
    expect(page).toContain("added an originality report to version 1");
    const reportId = /name="remove-report.reportId" value="([^"]+)"/.exec(page)?.[1] ?? "";
    const removed = { step: "remove-report", number: "1", "remove-report.reportId": reportId };
    expect((await ask("client", path, { ...removed, action: "remove-report" })).status).toBe(404);
    expect((await ask("admin", admin, removed)).status).toBe(303);
    expect(await read("client", path)).not.toContain("Example Check");
  });

  test("a refusal keeps what was typed, and a conflict is explained in words", async () => {
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
    expect(await read("client", path)).toMatch(/Undo<span class="vh"> the approval/);
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
    const table = { filename: "in-table.docx", body: sampleDocument("in-table.docx"), about: path.slice(-36) };
    const files = await sentFile(product.url, `${cookies.get("writer")}`, table);
    const sent = { action: "deliver", seenVersion: seen(work), text, files, final: "on", ...handedTexts };
    const refused = await (await ask("writer", path, { ...sent, shortReason: "" })).text();
    expect(refused).toContain("Add the rest, or write why.");
    expect(refused).toContain("less than promised");
    expect((await ask("writer", path, sent)).status).toBe(303);
    expect(await read("client", path)).toContain(">  two &lt;b&gt;three&lt;/b&gt;</p>");
    const admins = path.replace("/dashboard", "/admin");
    const pages = [await read("client", path), await read("writer", path), await read("admin", admins)];
    expect(pages.map((page) => page.includes("211 words, 206 of them in tables"))).toEqual([true, true, true]);
    expect(await read("client", `${path}?preview=${files}`)).toContain("206 words, all of them in tables.");
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

describe("the price of custom work, as browsers without scripts agree it", () => {
  const form = (html: string) => ({
    orderId: /name="orderId" value="([^"]+)"/.exec(html)?.[1] ?? "",
    seenVersion: seen(html),
  });

  test("a quote gets one more part, is refused beside its fields, and is sent; the next request opens", async () => {
    const first = await read("admin", "/admin/custom-orders");
    const list = /action="(\/admin\/custom-orders\?order=[^"]+)"/.exec(first)?.[1] ?? "";
    const { orderId, seenVersion } = form(first);
    const typed = { orderId, seenVersion, "what-0": "Ten pages", "amount-0": "180", scope: "Ten pages.", zone: "UTC" };
    const more = await ask("admin", list, { ...typed, intent: "more" });
    expect([more.status, await more.text()]).toEqual([200, expect.stringContaining('name="what-3"')]);
    const wrong = await ask("admin", list, { ...typed, "amount-0": "dear", validHours: "0" });
    const html = await wrong.text();
    expect(wrong.status).toBe(422);
    for (const text of [
      "Write an amount in US dollars, like 112.50.",
      "Choose the day of the deadline.",
      'value="dear"',
    ])
      expect(html).toContain(text);
    const day = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
    const good = { ...typed, deadlineDate: day, deadlineTime: "12:00", validHours: "24" };
    const comma = await ask("admin", list, { ...good, "amount-0": "120,50" });
    const commaHtml = await comma.text();
    expect(comma.status).toBe(422);
    for (const kept of ["Write a point where you wrote the comma: 120.50.", 'value="120,50"'])
      expect(commaHtml).toContain(kept);
    const large = await ask("admin", list, { ...good, "amount-0": "200.01" });
    expect(large.status).toBe(409);
    expect(await large.text()).toContain('name="repeat" value="Quote of $200.01"');
    const scope = /<textarea[^>]*name="scope"[^>]*>([^<]*)/.exec(first)?.[1]?.trim();
    expect(await (await ask("admin", list, { ...good, scope: scope ?? "" })).text()).toContain('name="scopeAsked"');
    const guide = await ask("admin", list, { ...typed, "amount-0": "", intent: "guide" });
    expect(await guide.text()).toMatch(/name="amount-0"[^>]*value="\d+\.\d\d"|value="\d+\.\d\d"[^>]*name="amount-0"/);
    const sent = await ask("admin", list, good);
    expect([sent.status, sent.headers.get("location")]).toEqual([303, list]);
    const late = await ask("admin", list, { ...good, "amount-0": "170" });
    const answer = await late.text();
    expect(late.status).toBe(409);
    expect(answer).toContain("Somebody else was first.");
    expect(answer).toContain('value="170"');
  });

  test("a counter-offer without anything is refused, one with a price takes the quote back", async () => {
    const path = await pageOf("client", "Programme notes for a choir concert");
    const html = await read("client", `${path}?step=counter-quote`);
    expect(html).toContain("Different from version 1");
    const fields = { action: "counter-quote", seenVersion: seen(html), deadlineZone: "UTC" };
    const empty = await ask("client", `${path}?step=counter-quote`, fields);
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining("Say what should be different")]);
    for (const [price, status, refusal] of [
      ["95,50", 422, "Write a point where you wrote the comma: 95.50."],
      ["250", 409, 'name="repeat" value="Offer of $250.00"'],
    ] as const) {
      const asked = await ask("client", `${path}?step=counter-quote`, { ...fields, price });
      const shown = await asked.text();
      expect(asked.status).toBe(status);
      for (const part of [refusal, `value="${price}"`]) expect(shown).toContain(part);
    }
    const offered = await ask("client", `${path}?step=counter-quote`, { ...fields, price: "150" });
    expect(offered.status).toBe(303);
    const after = await read("client", path);
    expect(after).toContain("You made a counter-offer");
    expect(after).not.toContain("Accept and pay");
    const twice = await ask("client", path, { ...fields, price: "140" });
    expect(twice.status).toBe(409);
  });
});

describe("late, credited and rated work, as browsers without scripts see it", () => {
  test("the client reads why money was refunded and what was answered; the same is ordered again", async () => {
    const path = await pageOf("client", "Why a coast line has no length");
    const html = await read("client", path);
    for (const text of ["The work came late: $", "credited automatically", "4 of 5, Good", "The delay was ours"])
      expect(html).toContain(text);
    const again = /href="(\/order\?again=[^"]+)"/.exec(html)?.[1] ?? "";
    expect(await read("client", again)).toContain('value="Why a coast line has no length"');
    const work = await read("writer", path);
    expect(work).toContain("Why a coast line has no length");
    for (const review of ["The delay was ours", "It came a day late"]) expect(work).toContain(review);
  });

  test("a rating without a number is refused beside its field, then given, then answered by an admin", async () => {
    const path = await pageOf("client", "Rain in three poems");
    const empty = await ask("client", path, { action: "rate", text: "Read twice with pleasure." });
    const refused = await empty.text();
    expect(empty.status).toBe(422);
    for (const text of ["Choose a rating from 1 to 5.", "Read twice with pleasure."]) expect(refused).toContain(text);
    expect((await ask("client", path, { action: "rate", stars: "5", text: "Read twice." })).status).toBe(303);
    const twice = await ask("client", path, { action: "rate", stars: "1" });
    expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining("You rated this order already.")]);
    const admin = path.replace("/dashboard/", "/admin/");
    expect(await read("admin", admin)).toContain("5 of 5, Excellent");
    const reply = { step: "rating-reply", "rating-reply.reply": "Thank you for reading." };
    expect((await ask("admin", admin, { step: "rating-reply", "rating-reply.reply": " " })).status).toBe(422);
    expect((await ask("admin", admin, reply)).status).toBe(303);
    expect((await ask("admin", admin, reply)).status).toBe(409);
    expect(await read("client", path)).toContain("Thank you for reading.");
    for (const [tip, status, refusal] of [
      ["0,50", 422, "Write a point where you wrote the comma: 0.50."],
      ["250", 409, 'name="repeat" value="Tip of $250.00"'],
    ] as const) {
      const asked = await ask("client", path, { action: "tip", usual: "other", tip });
      const shown = await asked.text();
      expect(asked.status).toBe(status);
      for (const part of [refusal, `value="${tip}"`]) expect(shown).toContain(part);
    }
  });
});

test("an admin without colleagues sees a large refund wait on the order's page, and withdraws it", async () => {
  const limit = "payments.refund-second-admin:";
  const lower = { [`was:${limit}`]: "500.00", [limit]: "1.00" };
  expect((await ask("admin", "/admin/settings", lower)).status).toBe(303);
  const admin = (await pageOf("client", "Rain in three poems")).replace("/dashboard/", "/admin/");
  const fields = {
    step: "give-back",
    seenVersion: seen(await read("admin", admin)),
    ...{ "give-back.refundCents": "2.00", "give-back.bearer": "operator", "give-back.reason": "A page was missing." },
  };
  const shown = await (await ask("admin", admin, fields)).text();
  const repeat = /name="give-back.repeat" value="([^"]+)"/.exec(shown)?.[1] ?? "";
  expect((await ask("admin", admin, { ...fields, "give-back.repeat": repeat })).status).toBe(303);
  const waits = await read("admin", admin);
  const textsThere = ["The order stays as it is. Asked by", "A page was missing.", "Withdraw the refund"];
  for (const text of ["will be sent automatically", ...textsThere]) expect(waits).toContain(text);
  expect(waits).not.toContain("Approve $2.00");
  for (const list of ["/admin", "/admin/payments"])
    expect(await read("admin", list)).toContain("will be sent automatically");
  const refundId = /name="withdraw-refund.refundId" value="([^"]+)"/.exec(waits)?.[1] ?? "";
  for (const [step, status] of [
    ["approve-refund", 403],
    ["withdraw-refund", 303],
    ["withdraw-refund", 409],
  ] as const)
    expect((await ask("admin", "/admin/payments", { step, [`${step}.refundId`]: refundId })).status).toBe(status);
  expect(await read("admin", admin)).not.toContain("Withdraw the refund");
});
