import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { markRead } from "#src/modules/chat/commands/chat-messages.ts";
import { askEnquiry, assignChat, readChat, sendMessage } from "#src/modules/chat/index.server.ts";
import { inTransaction } from "#src/platform/command.ts";
import { newId } from "#src/platform/ids.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import { mails } from "#src/platform/tables.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import { done } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { adminChatTimer, chatDigestHandler, myNotices, noticeEventHandlers, readNotices } from "../index.server.ts";
import { notices } from "../tables.ts";
import type { NoticeSources } from "../writing/sources.ts";
import { adminEvents } from "./admin-news.ts";

const named = "Regression in R (K7M2QXR)";
const [paid, late] = ["It is paid and needs a writer.", "It is late, a day past its deadline."];

let runtime: TestRuntime;
let one: Person;
let two: Person;
let off: string[] = [];
let totalCents: number | null = 12_600;

const sources: NoticeSources = {
  order: async (_db, id) => ({
    id,
    number: "K7M2QXR",
    title: "Regression in R",
    clientId: newId(),
    ...{ lines: [], totalCents, restCents: 0, test: false },
    ...{ deadline: null, writerDeadline: null, answerBy: null, reviewUntil: null },
    ...{ writerId: null, writerPayCents: null, receiptNumber: null, serviceName: null, method: null },
  }),
  person: async () => null,
  admins: async (_db, capability) =>
    capability === "money"
      ? [{ id: one.id, noticesOff: off }]
      : [
          { id: one.id, noticesOff: off },
          { id: two.id, noticesOff: [] },
        ],
  zone: async () => "UTC",
};

beforeAll(async () => {
  const eventHandlers = [...noticeEventHandlers(sources), chatDigestHandler];
  runtime = await createAccountsRuntime({ eventHandlers, env: { LIMITS_FACTOR: "100000" } });
  [one, two] = [await createPerson(runtime, { role: 3 }), await createPerson(runtime, { role: 3 })];
});
afterAll(() => runtime.drop());
beforeEach(async () => {
  off = [];
  totalCents = 12_600;
  await runtime.db.delete(notices);
});

const later = (seconds: number) => runtime.setNow(new Date(runtime.clock().getTime() + seconds * 1_000));
const state = (name: string, payload: Record<string, unknown> = {}, subject: string = newId()) =>
  inTransaction(systemCtx(runtime, "test"), async (work) => {
    work.emit({ name, subject, payload });
    return done(null);
  });
const mine = async (who: Person) => must(await myNotices(ctxFor(runtime, who), {}));
/** What an order's notice says first, any other one's title. */
const noticeText = ({ title, text }: { title: string; text: string }) =>
  title === named ? (text.split(/(?<=[.:]) /)[0] ?? "") : title;
const unread = async (who: Person) => (await mine(who)).notices.filter(({ read }) => !read).map(noticeText);
const say = async (who: Person, message: string, more: object = {}) => {
  later(1);
  must(await sendMessage(ctxFor(runtime, who), { id: newId(), message, ...more }));
};
const look = async (who: Person, chatId: string) => {
  const { messages } = must(await readChat(ctxFor(runtime, who), { chatId }));
  must(await markRead(ctxFor(runtime, who), { chatId, to: messages.at(-1)?.timestamp }));
};
const tick = async () => {
  later(25);
  await runDueTimers(runtime, [adminChatTimer(sources)]);
};

test("notices are found by tab and by words, marked one by one, and a press is taken back", async () => {
  for (const name of ["order.paid", "order.late-alarm", "payments.refund-failed"]) {
    later(1);
    await state(name, { cents: 500 });
  }
  const asked = async (more: object) => must(await myNotices(ctxFor(runtime, one), more));
  const titles = async (more: object) => (await asked(more)).notices.map(noticeText);
  const { counts, notices: all } = await asked({});
  expect(all).toHaveLength(3);
  expect(counts).toMatchObject({ unread: 3, orders: 2, money: 1, chats: 0 });
  expect(await titles({ tab: "orders" })).toEqual([late, paid]);
  expect(await titles({ search: "LATE k7m" })).toEqual([late]);
  const id = all.find((notice) => noticeText(notice) === late)?.id;
  const marked = must(await readNotices(ctxFor(runtime, one), { ids: [id] }));
  expect(marked.read).toBe(1);
  expect(await titles({ tab: "unread" })).not.toContain(late);
  expect(must(await readNotices(ctxFor(runtime, two), { ids: [id] })).read).toBe(0);
  expect(must(await readNotices(ctxFor(runtime, two), { undo: marked.at })).read).toBe(0);
  expect(must(await readNotices(ctxFor(runtime, one), { undo: marked.at })).read).toBe(1);
  expect(await titles({ tab: "unread" })).toContain(late);
});

test("a day with many paid orders sends 20 of them, counts all, leads to each, and is marked at once", async () => {
  for (let second = 0; second < 23; second += 1) {
    runtime.setNow(new Date(Date.parse("2026-11-03T10:00Z") + second * 1_000));
    await state("order.paid");
  }
  const asked = async (more: object) => must(await myNotices(ctxFor(runtime, one), { gatherIn: "UTC", ...more }));
  const [row, ...more] = (await asked({})).notices;
  expect(more).toEqual([]);
  expect(row?.gathered).toMatchObject({ day: "2026-11-03", all: 23, unread: 23 });
  expect(row?.gathered?.rows).toHaveLength(20);
  const first = await asked({ paidOn: "2026-11-03" });
  expect(first.notices.map(({ gathered }) => gathered)).toEqual(Array.from({ length: 20 }, () => null));
  expect((await asked({ paidOn: "2026-11-03", older: first.older })).notices).toHaveLength(3);
  expect((await asked({ paidOn: "2026-11-04" })).notices).toEqual([]);
  const { since, to } = row?.gathered ?? {};
  expect(must(await readNotices(ctxFor(runtime, one), { paid: { since, to } })).read).toBe(23);
  expect((await asked({})).notices[0]?.gathered).toMatchObject({ all: 23, unread: 0 });
});

test("paid orders of one day are one row, in the reader's zone; pages and the unread ones count it once", async () => {
  const [zone, other] = ["Europe/Berlin", "America/New_York"];
  for (const at of ["2026-12-01T22:30Z", "2026-12-01T23:30Z", "2026-12-02T04:00Z", "2026-12-02T06:00Z"]) {
    runtime.setNow(new Date(at));
    await state("order.paid");
  }
  await state("order.late-alarm");
  const rows = async (more: object) => {
    const page = must(await myNotices(ctxFor(runtime, one), more)).notices;
    return page.map(({ gathered, ...notice }) => gathered?.all ?? noticeText(notice));
  };
  expect(await rows({})).toHaveLength(5);
  expect((await rows({ gatherIn: zone })).toSorted()).toEqual([3, late, paid].toSorted());
  expect((await rows({ gatherIn: other })).toSorted()).toEqual([3, late, paid].toSorted());
  expect(await rows({ gatherIn: zone, search: "is paid" })).toHaveLength(4);
  const { notices: all } = must(await myNotices(ctxFor(runtime, one), { gatherIn: zone, tab: "unread" }));
  const newest = all.find(({ gathered }) => gathered)?.gathered?.rows[0]?.id;
  must(await readNotices(ctxFor(runtime, one), { ids: [newest] }));
  expect((await rows({ gatherIn: zone, tab: "unread" })).toSorted()).toEqual([2, late, paid].toSorted());
  expect(await myNotices(ctxFor(runtime, one), { gatherIn: "Mars/Base" })).toMatchObject({ code: "invalid" });
});

describe("an order", () => {
  test.each([
    ["order.paid", {}, "It is paid and needs a writer."],
    ["order.quote-asked", {}, "The client asks for a new price."],
    ["order.quote-alarm", {}, "It has waited a day for its price."],
    ["order.unassigned", {}, "It has no writer."],
    ["order.late-alarm", {}, "It is late, a day past its deadline."],
    ["order.unreached", {}, "The client has not seen the work, and the time to review is over."],
    ["order.unreached-decide", {}, "It waits for your decision:"],
    ["order.quote-declined", {}, "The client declined the price."],
    ["order.rated", { stars: 4 }, "The client rated it 4 of 5."],
    ["order.disputed", {}, "It is disputed."],
    ["order.time-agreed", {}, "The client agreed to more time."],
    ["order.time-refused", {}, "The client did not agree to more time."],
    ["order.time-lapsed", {}, "The client did not answer about more time."],
  ])("%s notifies everybody who may see orders, once, and by no e-mail", async (name, payload, title) => {
    const subject = newId();
    await state(name, payload, subject);
    for (const who of [one, two]) expect(await unread(who)).toEqual([title]);
    expect((await mine(one)).notices[0]?.path).toBe(`/admin/orders/${subject}`);
    expect(await runtime.db.select().from(mails)).toEqual([]);
  });

  test("admins who may approve a held refund are notified of it, and of its outcome", async () => {
    const subject = newId();
    await state("order.refund-held", { cents: 60_000, alone: false }, subject);
    later(60);
    await state("order.held-refund-ended", { cents: 60_000, outcome: "approved", why: null }, subject);
    expect((await unread(one)).toSorted()).toEqual([
      "A refund of $600.00 needs a second admin.",
      "The refund of $600.00:",
    ]);
    expect((await mine(one)).notices.map(({ path }) => path)).toContain("/admin/payments#waiting-refunds");
  });

  test("is notified when it is placed only if it needs a price", async () => {
    await state("order.placed");
    expect(await unread(one)).toEqual([]);
    totalCents = null;
    await state("order.placed");
    expect(await unread(one)).toEqual(["A client asks for its price."]);
  });

  test("money notifies everybody who may handle it, with the amount", async () => {
    await state("payments.refund-failed", { orderId: newId(), cents: 9_240 });
    await state("order.chargeback");
    expect((await unread(one)).sort()).toEqual(["A refund of $92.40 failed.", "The payment is contested."]);
    expect((await mine(one)).notices.map(({ text }) => text).join()).toContain("$92.40");
    expect(await unread(two)).toEqual([]);
  });

  test("a kind that an admin turned off does not notify that admin", async () => {
    off = ["admin.order-paid"];
    await state("order.paid");
    expect([(await unread(one)).length, (await unread(two)).length]).toEqual([0, 1]);
  });

  test("every event with a notice has a text for people", () => {
    expect(adminEvents.length).toBeGreaterThan(8);
    for (const name of adminEvents) expect(name).toMatch(/^(?:order|payments)\.[a-z-]+$/);
  });
});

describe("a chat", () => {
  test("that nobody has notifies all at once, one time until somebody answers", async () => {
    const client = await createPerson(runtime, { name: "Noor" });
    await say(client, "Is Friday possible?");
    await say(client, "Or Monday?");
    for (const who of [one, two]) expect(await unread(who)).toEqual(["Noor waits for an answer"]);
    expect((await mine(two)).notices[0]).toMatchObject({
      text: "Is Friday possible?",
      path: `/admin/chats/${client.id}`,
    });
    await say(two, "Yes.", { chatId: client.id });
    for (const who of [one, two]) expect(await unread(who)).toEqual([]);
  });

  test("that somebody has notifies that admin alone, after a moment, and not while it is read", async () => {
    const client = await createPerson(runtime, { name: "Jun" });
    await say(client, "Hello");
    must(await assignChat(ctxFor(runtime, two), { chatId: client.id, to: two.id, seen: null }));
    await say(two, "Good evening.", { chatId: client.id });
    await say(client, "One");
    await look(two, client.id);
    await tick();
    expect(await unread(two)).toEqual([]);
    await say(client, "Two");
    expect(await unread(two)).toEqual([]);
    await tick();
    expect([await unread(one), await unread(two)]).toEqual([[], ["Jun wrote to you"]]);
    await look(two, client.id);
    must(await readNotices(ctxFor(runtime, two), { path: `/admin/chats/${client.id}` }));
    expect(await unread(two)).toEqual([]);
    await say(client, "Three");
    await tick();
    expect(await unread(two)).toEqual(["Jun wrote to you"]);
    expect((await mine(two)).notices.filter(({ kind }) => kind === "admin.chat-message")).toHaveLength(1);
  });

  test("a question from the contact page notifies without its text", async () => {
    const asked = { name: "Ann", email: "ann@example.com", text: "Is a poster an essay?" };
    must(await askEnquiry(ctxFor(runtime), asked));
    must(await askEnquiry(ctxFor(runtime), asked));
    const [notice, ...more] = (await mine(one)).notices;
    expect(more).toEqual([]);
    expect(notice?.path).toMatch(/^\/admin\/chats\/enquiries\/[0-9a-f-]{36}$/);
    expect(JSON.stringify(notice)).not.toMatch(/Ann|poster/);
  });

  test("a page that is open marks what leads there as read, and nothing else", async () => {
    const [here, there] = [newId(), newId()];
    await state("order.paid", {}, here);
    await state("order.paid", {}, there);
    must(await readNotices(ctxFor(runtime, two), { path: `/admin/orders/${here}` }));
    expect((await mine(two)).notices.filter(({ read }) => !read).map(({ path }) => path)).toEqual([
      `/admin/orders/${there}`,
    ]);
    expect((await mine(one)).unread).toBe(2);
  });
});

test("an application notifies once each time it is sent, the admins who see people", async () => {
  const subject = newId();
  for (const again of [false, true]) must(await state("writing.application-sent", { again }, subject));
  expect(new Set(await unread(two))).toEqual(
    new Set(["An application was answered and sent again", "Somebody applies as a writer"]),
  );
  expect((await mine(two)).notices[0]).toMatchObject({ path: `/admin/writers/applications/${subject}` });
});

test.each([
  ["prices", "pricing.held-back", { both: ["Fees, A cited source"] }, /^Planned prices are/, /changed Fees, A cited/],
  ["page", "admin.page-held", { label: "About us", wrong: "" }, /^A planned version of “About us”/, /changed the same/],
])(
  "a plan of %s that is held back reaches all who may publish, and its author also where it is turned off",
  async (what, name, payload, title, text) => {
    off = ["admin.prices-held", "admin.page-held"];
    const held = { author: one.id, at: "2026-03-12T08:00:00.000Z", ...payload };
    const subject = newId();
    for (const version of [2, 2, 3]) must(await state(name, { ...held, version }, subject));
    const found = await runtime.db.select().from(notices);
    expect(found.map(({ personId }) => personId).toSorted()).toEqual([one.id, one.id, two.id, two.id].toSorted());
    const path = what === "prices" ? "/admin/pricing/publish" : `/admin/site/pages/${subject}`;
    expect(found[0]).toMatchObject({ title: expect.stringMatching(title), text: expect.stringMatching(text), path });
  },
);
