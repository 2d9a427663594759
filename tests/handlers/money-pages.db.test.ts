import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "#src/shared/units.ts";
import { withBooks } from "../faults/app/books.ts";
import { type DemoPerson, openDemo } from "../support/demo.ts";
import { shownVersions } from "../support/shown-versions.ts";

const { product, ask } = await openDemo();
/** Two orders of one client that wait for their money: the first one for its price, the other one for its quote. */
let orders: { priced: string; quoted: string };

beforeAll(async () => {
  const html = await read("client", "/dashboard");
  const ids = new Set([...html.matchAll(/\/dashboard\/orders\/([0-9a-f-]{36})/g)].map(([, id = ""]) => id));
  const found = { priced: "", quoted: "" };
  for (const id of ids) {
    const page = await read("client", `/checkout/${id}`);
    if (page.includes("Use this code")) found[page.includes("Custom work") ? "quoted" : "priced"] = id;
  }
  orders = found;
});
afterAll(() => product.stop());

const read = async (who: DemoPerson, path: string) => (await ask(who, path)).text();

async function make(code: string, fields: Record<string, string> = {}): Promise<string> {
  const typed = { code, kind: "percent", percent: "10", ...fields };
  let made = await ask("admin", "/admin/codes/new", typed);
  if (made.status === 409) {
    // A large sum is repeated by the page, and sent again.
    const repeat = /name="repeat" value="([^"]+)"/.exec(await made.text())?.[1] ?? "";
    made = await ask("admin", "/admin/codes/new", { ...typed, repeat });
  }
  expect(made.status).toBe(303);
  return made.headers.get("location") ?? "";
}

/** What stands under the field of the code, with the status and what is in the field again. */
async function enter(id: string, code: string) {
  const answer = await ask("client", `/checkout/${id}`, { intent: "code", code });
  const html = await answer.text();
  const message = /id="f-code-error"[^>]*>.*?<span>([^<]*)<\/span>/s.exec(html)?.[1] ?? "";
  expect(html, "the field says it, nothing at the top does").not.toContain('class="errlinks"');
  return { status: answer.status, message: message.replaceAll("&#x27;", "'"), kept: html.includes(`value="${code}"`) };
}

describe("a code at the checkout, as a browser without scripts uses it", () => {
  test.each<[string, string, Record<string, string> | null, RegExp]>([
    ["unknown", "NOBODY", null, /^We do not know this code\./],
    [
      "not yet",
      "LATER",
      { fromDate: "2099-01-01" },
      /^This code can be used from Wed 31 December 2098, 19:00 \(New York, UTC−5\)\.$/,
    ],
    ["over", "OVER", { untilDate: "2020-01-01" }, /^This code has ended\.$/],
    ["another kind of work", "CODING", { services: "programming" }, /You can use it for: programming\.$/],
    ["too small an order", "LARGE", { minimum: "5000" }, /^This code is for orders of \$5,000\.00 or more\./],
    ["no first order", "WELCOME", { firstOrderOnly: "on" }, /^This code is for a first order/],
  ])("refused beside the field, which keeps what was typed: %s", async (_, code, fields, expected) => {
    if (fields) await make(code, fields);
    const answer = await enter(orders.priced, code);
    expect(answer).toMatchObject({ status: 409, kept: true });
    expect(answer.message).toMatch(expected);
  });

  test("used up, and used already by the same person", async () => {
    await make("ONLY-ONE", { mostUses: "1" });
    await make("ONCE-EACH", { mostPerPerson: "1" });
    expect((await enter(orders.quoted, "only-one")).status).toBe(303);
    expect((await enter(orders.priced, "ONLY-ONE")).message).toBe("This code has been used as often as it can be.");
    expect((await enter(orders.quoted, "once-each")).status).toBe(303);
    expect((await enter(orders.priced, "ONCE-EACH")).message).toBe("You have used this code already.");
  });

  test("ended by an admin", async () => {
    const page = await make("STOPPED");
    expect((await ask("admin", page, { step: "end" })).status).toBe(303);
    expect(await read("admin", page)).toContain("Ended");
    expect((await enter(orders.priced, "STOPPED")).message).toBe("This code has ended.");
  });

  test("entered, shown after the total, and taken off again", async () => {
    const path = `/checkout/${orders.priced}`;
    expect((await enter(orders.priced, " try10 ")).status).toBe(303);
    const html = await read("client", path);
    for (const part of ["Code TRY10", "To pay", "10% off"]) expect(html).toContain(part);
    expect(await read("client", `/dashboard/orders/${orders.priced}`)).toContain("Code TRY10");
    expect((await ask("client", path, { intent: "remove-code" })).status).toBe(303);
    expect(await read("client", path)).not.toContain("Code TRY10");
  });

  test("all of the price comes off: confirmed without a payment, with a receipt", async () => {
    await make("GIFT", { percent: "100" });
    const path = `/checkout/${orders.priced}`;
    expect((await enter(orders.priced, "GIFT")).status).toBe(303);
    expect(await read("client", path)).toContain("There is nothing to pay.");
    const taken = await ask("client", path, { intent: "free" });
    expect([taken.status, taken.headers.get("location")]).toEqual([303, `${path}/return`]);
    expect(await read("client", `${path}/return`)).toContain("We have your order");
    const receipt = await read("client", `${path}/receipt`);
    expect(receipt).toContain("Code GIFT");
    const pdf = /href="(\/checkout\/[^"]*\.pdf)"/.exec(receipt)?.[1] ?? "";
    expect((await ask("client", pdf)).headers.get("content-type")).toBe("application/pdf");
  });
});

describe("the list of codes, as an admin without scripts searches it", () => {
  test("a part of a code finds it; an empty result is named, with a link back", async () => {
    await make("NEEDLE-7");
    const found = await read("admin", "/admin/codes?search=needle");
    expect(found).toContain("NEEDLE-7");
    expect(found).not.toContain("TRY10");
    expect(found).toContain("1 code on this page");
    const none = await read("admin", "/admin/codes?search=nobody-has-this");
    expect(none).toContain("No code matches");
    expect(none).toContain('value="nobody-has-this"');
    expect(none).toContain('href="/admin/codes"');
  });
});

test("before the second payment the checkout shows what was counted in the delivered work", async () => {
  const [order] = await withBooks(product.dataDir, ({ rows }) =>
    rows<{ id: string }>(
      `update orders.orders set payment_status = 'partially_paid', unpaid_cents = 5000
      where title = 'How sleep helps memory' and status = 'delivered' returning id`,
      [],
    ),
  );
  const html = await read("client", `/checkout/${order?.id}`);
  expect(html).toContain("With this payment the final version opens for you");
  expect(html).toMatch(/1,6\d\d of 1,375 words/);
  expect(html).toMatch(/Total: 1,6\d\d words\./);
});

test("a payment after its order was cancelled is announced as refunded, and is refunded in full", async () => {
  const deadlineDate = new Date(Date.now() + 9 * dayMs).toISOString().slice(0, 10);
  const form = {
    ...{ service: "non-technical", orderType: "writing", subject: "History", pages: "3", citedSources: "2" },
    ...{ spacing: "double", deadlineDate, deadlineTime: "18:00", deadlineZone: "UTC", title: "A payment too many" },
    ...{ instructions: "Compare two cities of your choice.", country: "DE", consent: "on", ...shownVersions },
    idempotencyKey: "a payment of one test",
  };
  const priced = await (await ask("client", "/order", form)).text();
  const confirmTotalCents = /name="confirmTotalCents" value="(\d+)"/.exec(priced)?.[1] ?? "";
  const placed = await ask("client", "/order", { ...form, confirmTotalCents });
  const id = placed.headers.get("location")?.split("/").at(-1) ?? "";
  const seenCents = /name="seenCents" value="(\d+)"/.exec(await read("client", `/checkout/${id}`))?.[1] ?? "";
  const begun = await ask("client", `/checkout/${id}`, { intent: "pay", seenCents, method: "sandbox" });
  const page = new URL(begun.headers.get("location") ?? "", product.url).pathname;
  expect(page).toMatch(/^\/sandbox\/pay\//);
  const order = `/dashboard/orders/${id}`;
  const version = /name="seenVersion" value="(\d+)"/.exec(await read("client", `${order}?step=cancel`))?.[1] ?? "";
  const cancel = { action: "cancel", seenVersion: version, refundSeenCents: "0" };
  expect((await ask("client", `${order}?step=cancel`, cancel)).status).toBe(303);
  const paid = await ask("client", page, { choice: "pay" });
  const back = new URL(paid.headers.get("location") ?? "", product.url);
  expect(back.pathname).toBe(`/checkout/${id}/return`);
  const html = await read("client", back.pathname + back.search);
  expect(html).toContain("<title>We send this payment back");
  expect(html).toContain("You paid once more than needed.");
  expect(html).toContain("We send back all of this payment");
  expect(html).not.toContain("We have your order");
  expect(await read("admin", "/admin/payments?tab=received")).toContain(id);
});

test("a large amount that is typed into the settings is repeated before it counts", async () => {
  const limit = "payments.refund-second-admin:";
  const typed = { [`was:${limit}`]: "500.00", [limit]: "5000" };
  const asked = await ask("admin", "/admin/settings?group=money", typed);
  const html = await asked.text();
  expect(asked.status).toBe(409);
  const repeat = /name="repeat" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(repeat).toContain("$5,000.00");
  expect(html).toContain('value="5000"');
  expect((await ask("admin", "/admin/settings?group=money", { ...typed, [limit]: "6000", repeat })).status).toBe(409);
  expect((await ask("admin", "/admin/settings?group=money", { ...typed, repeat })).status).toBe(303);
  const small = { [`was:${limit}`]: "5000.00", [limit]: "150.00" };
  expect((await ask("admin", "/admin/settings?group=money", small)).status).toBe(303);
});

test("a step on the payments page leads back to the tab from which it was sent", async () => {
  for (const path of ["/admin/payments", "/admin/payments?tab=reports"]) {
    const answer = await ask("admin", path, { compare: "now" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  }
});
