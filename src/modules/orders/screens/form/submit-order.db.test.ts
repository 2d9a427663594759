import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, describe, expect, test } from "vitest";
import { fileWork, workPort } from "#src/modules/files/index.server.ts";
import { agreedTexts, orderTexts, siteSetting } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { guest, type Viewer } from "#src/shared/viewer.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { shownVersions } from "#tests/support/shown-versions.ts";
import { orderFixture } from "../../order-fixture.testing.ts";
import { essay, person, rowOf } from "../../orders.testing.ts";
import { orders } from "../../tables.ts";
import { readPrefill } from "./prefill.server.ts";
import { type Again, submitOrder } from "./submit-order.server.ts";

const work = fileWork();
afterAll(() => work.close());
const { runtime, start } = await orderFixture(undefined, { ports: [[workPort, work], pageValuesPlug] });
const minutesLater = (minutes: number) => runtime.setNow(new Date(start.getTime() + minutes * 60_000));

const { deadline: _, ...essayFields } = essay;
/** Ten minutes more than a day: within the half hour the price of the work goes up. */
const form = {
  ...essayFields,
  ...shownVersions,
  spacing: "double",
  orderType: "writing",
  deadlineDate: "2026-03-11",
  deadlineTime: "12:10",
  deadlineZone: "UTC",
  idempotencyKey: "a key that was made with the form",
};
const twoDays = 14_700;
const oneDay = 16_800;

async function post(viewer: Viewer, sent: Record<string, string> | FormData, address = "/order") {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctxFor(runtime, viewer), nonce: "", theme: "system" });
  const body = sent instanceof FormData ? sent : new URLSearchParams(sent);
  const request = new Request(`http://shop.test${address}`, { method: "POST", body });
  const answer = await submitOrder({ context, request }, "/order");
  return answer instanceof Response
    ? { to: answer.headers.get("location") ?? "", again: null }
    : { to: "", again: answer.data as Again };
}

const showPrice = async (client: Viewer) => {
  const { again } = await post(client, { ...form, intent: "price" });
  return { again, quoteId: again?.quote?.id ?? "" };
};
const orderAt = (to: string) => rowOf(runtime, to.replace("/checkout/", ""));

describe("the price that was shown without scripts", () => {
  test("is kept, with everything typed", async () => {
    const { again } = await showPrice(person());
    expect(again).toMatchObject({
      errors: {},
      values: form,
      quote: { totalCents: twoDays, validUntil: "2026-03-10T12:30:00.000Z" },
    });
  });

  test("holds to the cent for half an hour, although the deadline came nearer", async () => {
    const client = person();
    const { quoteId } = await showPrice(client);
    minutesLater(30);
    const { to } = await post(client, { ...form, quoteId, confirmTotalCents: String(twoDays) });
    expect(await orderAt(to)).toMatchObject({ priceCents: twoDays, quoteId });
  });

  test("survives a refused try", async () => {
    const client = person();
    const { quoteId } = await showPrice(client);
    const { again } = await post(client, { ...form, quoteId, title: "" });
    expect(again).toMatchObject({ errors: { title: expect.any(String) }, quote: { id: quoteId } });
  });

  test("is over after its end: the new total is shown beside the old one and waits for a yes", async () => {
    const client = person();
    const { quoteId } = await showPrice(client);
    minutesLater(31);
    const seen = { ...form, quoteId, confirmTotalCents: String(twoDays) };
    const { again } = await post(client, seen);
    expect(again).toMatchObject({ changed: { totalCents: oneDay, previousTotalCents: twoDays } });
    expect(again).not.toHaveProperty("quote");
    const { to } = await post(client, { ...seen, confirmTotalCents: String(oneDay) });
    expect(await orderAt(to)).toMatchObject({ priceCents: oneDay, quoteId: null });
  });
});

test("a guest's form waits behind the sign-in, for one account", async () => {
  const { to } = await post(guest, form);
  const next = new URL(to, "http://shop.test").searchParams.get("next") ?? "";
  expect(next).toMatch(/^\/order\?form=/);
  const query = new URL(next, "http://shop.test").searchParams;
  const mine = ctxFor(runtime, person());
  expect(await readPrefill(mine, query, { zone: "UTC", draft: null })).toMatchObject({ kept: true, values: form });
  expect(await readPrefill(ctxFor(runtime, person()), query, { zone: "UTC", draft: null })).toMatchObject({
    kept: false,
    lost: "form",
  });
});

test("a form that placed an order and says something else now shows both, and can place a second one", async () => {
  const client = person();
  const sent = { ...form, citationStyle: "apa", confirmTotalCents: String(twoDays) };
  const { to } = await post(client, sent);
  const first = await orderAt(to);
  const other = { citationStyle: "chicago-notes", languageVariant: "en-GB" };
  const changed = { ...sent, ...other, title: "Another title", orderType: "editing" };
  const { again } = await post(client, changed);
  expect(again).toMatchObject({
    message: `This form placed order ${first?.number} already, and it has changed since then.`,
    values: { ...changed, idempotencyKey: expect.not.stringMatching(form.idempotencyKey) },
    before: {
      orderId: first?.id,
      rows: [
        { label: "What do you need", placed: "Writing", typed: "Editing" },
        { label: "Title or question", placed: form.title, typed: "Another title" },
        { label: "Citation style", placed: "APA 7", typed: "Chicago, footnotes" },
        { label: "Language", placed: "", typed: "British English" },
      ],
    },
  });
  const price = await post(client, again?.values ?? {});
  const { totalCents = 0 } = price.again?.changed ?? {};
  const second = await orderAt((await post(client, { ...again?.values, confirmTotalCents: String(totalCents) })).to);
  expect(second).toMatchObject({ title: "Another title", orderType: "editing" });
  expect((await post(client, sent)).to, "the first form is still the first order").toBe(to);
  const { again: strangers } = await post(person(), changed);
  expect(strangers?.before).toBeUndefined();
});

test("a quote that placed an order does not place another form's contents in silence", async () => {
  const client = person();
  const { quoteId } = await showPrice(client);
  const { to } = await post(client, { ...form, quoteId, confirmTotalCents: String(twoDays) });
  const other = { ...form, idempotencyKey: "another key of another form", quoteId, confirmTotalCents: String(twoDays) };
  expect((await post(client, other)).to).toBe(to);
  const changed = await post(client, { ...other, title: "Another title" });
  expect(changed.to).not.toBe(to);
  expect(await orderAt(changed.to)).toMatchObject({ title: "Another title", quoteId: null });
});

test("the same form twice is one order", async () => {
  const client = person();
  const sent = { ...form, confirmTotalCents: String(twoDays) };
  const [first, second] = await Promise.all([post(client, sent), post(client, sent)]);
  expect(first.to).toMatch(/^\/checkout\//);
  expect(second.to).toBe(first.to);
});

test("a guest's form is kept without unknown fields, and shown again when a text cannot be kept", async () => {
  const byName = await post(guest, { ...form, "a\0b": "1" });
  expect(byName.to).toMatch(/^\/start\?next=/);
  const byText = { ...form, title: "a\0b" };
  expect((await post(guest, byText, "/order.data")).again?.errors.title).toMatch(/cannot be kept/);
  // Without scripts the form stands behind the answer: a guest's page of /order is the one before it.
  await expect(post(guest, byText)).rejects.toMatchObject({
    data: { message: expect.stringMatching(/cannot be kept.* Go back: what you typed is still there\.$/) },
    init: { status: 422 },
  });
});

describe("a promotion code in the address", () => {
  test("is there at the payment, and after a guest's sign-in", async () => {
    const sent = { ...form, confirmTotalCents: String(twoDays) };
    const { to } = await post(person(), sent, "/order?service=non-technical&code=AUTUMN%2010");
    expect(to).toMatch(/^\/checkout\/[0-9a-f-]{36}\?code=AUTUMN%2010$/);
    const kept = await post(guest, form, "/order?code=AUTUMN10");
    expect(decodeURIComponent(kept.to)).toMatch(/^\/start\?next=\/order\?form=[^&]+&code=AUTUMN10$/);
  });
});

describe("a text that is sent to be counted, without scripts", () => {
  const send = async (client: Viewer, text: File) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries({ ...form, orderType: "editing", intent: "words" }))
      sent.set(name, value);
    sent.set("ownText", text);
    return (await post(client, sent)).again;
  };
  const words = (count: number) => new File(["word ".repeat(count)], "chapter one.txt", { type: "text/plain" });

  test("sets the pages, says so, prices them, and keeps everything typed", async () => {
    const again = await send(person(), words(600));
    expect(again).toMatchObject({
      errors: {},
      counted: "Your text: 600 words: 3 pages.",
      values: { ...form, orderType: "editing", pages: "3" },
      quote: { wordCount: 825 },
    });
    expect(again?.values).not.toHaveProperty("ownText");
  });

  test("that holds nothing to count, or was not chosen: reported, and the pages stay", async () => {
    const nothing = new File([], "", { type: "application/octet-stream" });
    expect(await send(person(), nothing)).toMatchObject({
      counted: "No file was chosen.",
      values: { pages: form.pages },
    });
    const picture = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], "a.png");
    const { counted = "", values = {} } = (await send(person(), picture)) ?? {};
    expect(counted).toContain("a.png: This kind of file has no text that we can count.");
    expect(values.pages).toBe(form.pages);
  });

  test("whose name a form without the button also sends is no field of the order", async () => {
    const client = person();
    const { quoteId } = await showPrice(client);
    const { to } = await post(client, {
      ...form,
      quoteId,
      confirmTotalCents: String(twoDays),
      ownText: "chapter one.txt",
    });
    expect(to).toMatch(/^\/checkout\//);
  });
});

describe("the texts that are accepted with an order", () => {
  const ordersOf = async (client: Viewer) =>
    runtime.db
      .select()
      .from(orders)
      .where(eq(orders.clientId, client.kind === "person" ? client.id : ""));
  const whole = async (client: Viewer, key: string) => {
    const { quoteId, again } = await showPrice(client);
    const confirmTotalCents = String(again?.quote?.totalCents);
    return { ...form, consent: "on", idempotencyKey: `${key} of the texts`, quoteId, confirmTotalCents };
  };

  test("stand on the order in the versions that the form had shown, and can be read there", async () => {
    const client = person();
    const { to } = await post(client, await whole(client, "the first form"));
    const order = await orderAt(to);
    expect(order).toMatchObject(shownVersions);
    expect((await agreedTexts(runtime.db, order)).map(({ to: address }) => address)).toEqual([
      "/terms/2026-11-3",
      "/terms/2026-11-3#fair-use",
      "/privacy-policy/2026-11-3",
    ]);
    expect(await agreedTexts(runtime.db, { ...order, termsVersion: "2025-1-1" })).toMatchObject([
      { to: null },
      { to: null },
      { to: "/privacy-policy/2026-11-3" },
    ]);
  });

  test("a form that names none is shown again with those of now", async () => {
    const client = person();
    const { termsVersion: _, ...sent } = await whole(client, "a form without");
    const { again } = await post(client, sent);
    expect(again).toMatchObject({
      errors: {},
      changedTexts: [{ label: "Terms of service", to: "/terms", changes: null }],
    });
    expect(await ordersOf(client)).toEqual([]);
  });

  test("changed while the form was open: nothing is ordered, what changed is shown, nothing typed is lost", async () => {
    const [client, other] = [person(), person()];
    const placedBefore = await whole(other, "a form from before");
    const { to } = await post(other, placedBefore);
    const sent = await whole(client, "a form that was open");
    const site = await runtime.settings.get(siteSetting);
    await storeSetting(runtime, siteSetting, { ...site, legalName: "Ada Ltd" });
    const { again } = await post(client, sent);
    const { termsVersion, ...typed } = sent;
    expect(again).toMatchObject({ values: typed, errors: {}, quote: { id: sent.quoteId } });
    const [terms, privacy, ...others] = again?.changedTexts ?? [];
    expect([terms?.label, privacy?.label, others]).toEqual(["Terms of service", "Privacy policy", []]);
    const words = terms?.changes?.flatMap(({ pieces }) => pieces.map(({ mark, text }) => `${mark}: ${text}`)).join(" ");
    expect(words).toMatch(/added: .*Ada Ltd/);
    expect(await ordersOf(client)).toEqual([]);
    const wrong = await post(client, { ...sent, title: "" });
    expect(wrong.again, "also where something else is wrong").toMatchObject({
      errors: { title: expect.any(String) },
      changedTexts: [{ label: "Terms of service" }, { label: "Privacy policy" }],
    });
    const { versions } = await orderTexts(runtime);
    const accepted = await post(client, { ...sent, ...versions });
    expect(await orderAt(accepted.to)).toMatchObject(versions);
    expect(versions.termsVersion).not.toBe(termsVersion);
    expect((await post(other, placedBefore)).to, "a form that placed an order leads to it").toBe(to);
    await storeSetting(runtime, siteSetting, site);
  });
});
