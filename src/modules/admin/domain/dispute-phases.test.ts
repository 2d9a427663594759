import { expect, test } from "vitest";
import { hours, orderIn } from "#src/modules/orders/domain/order-in.test-support.ts";
import type { EntryName, OrderStatus, StoredDispute } from "#src/modules/orders/index.ts";
import { disputeView } from "./dispute-phases.ts";

const entry = (at: number, action: EntryName, actorKind: string, actorId = "", text: string | null = null) => ({
  ...{ action, at: hours(at), actorKind, actorId, text },
});
const opened = entry(0, "open-dispute", "C", "client", "Half is missing.");
const answered = entry(10, "answer-dispute", "W", "writer");
const decided = entry(20, "decide-refund", "A", "ada");
const appealed = entry(30, "appeal-decision", "W", "writer", "Nobody answered me.");
const again = entry(40, "decide-refund", "A", "ben");
const closed = entry(112, "refund-decided", "S");

const decision = (at: number, by: string) => ({
  ...{
    name: "refund",
    at: hours(at).toISOString(),
    by,
    refundCents: 5_000,
    bearer: "client",
    deadline: null,
    accepted: [],
  },
});
const dispute = (known: Partial<StoredDispute>): StoredDispute =>
  ({ by: "C", answered: ["W"], decision: null, appeal: null, ...known }) as StoredDispute;
const appeal = { at: hours(30).toISOString(), by: "W" } as const;

/** The view at an hour after the claim; instants are written as such hours. */
const view = (now: number, history: Parameters<typeof disputeView>[1], known: object, me = "ben") => {
  const order = {
    ...orderIn("disputed"),
    status: "disputed" as OrderStatus,
    clientName: "Ilse",
    writerName: "Writer A84P",
    writerId: "writer",
    ...known,
  };
  const when = (at: Date) => `h${(at.getTime() - hours(0).getTime()) / 3_600_000}`;
  const day = (at: Date) => `day of ${when(at)}`;
  const stored = "dispute" in known ? (known.dispute as StoredDispute) : null;
  return disputeView({ ...order, dispute: stored }, history, {
    me,
    now: hours(now),
    when,
    day,
    names: { ada: "Ada", ben: "Ben" },
  });
};
const bar = (shown: ReturnType<typeof view>) =>
  shown?.phases.map(({ name, state, note }) => `${state} ${name}: ${note}`);

test("hearing: the side that has not answered, its words and its time", () => {
  const shown = view(5, [opened], { dispute: dispute({ answered: [] }) });
  expect(shown).toMatchObject({
    title: "Writer A84P may answer until h72",
    since: { text: "Opened by Ilse, h0", at: hours(0) },
    statement: { text: "Half is missing.", by: "Ilse" },
    clock: { title: "Time to answer", from: hours(0), to: hours(72), over: false },
  });
  expect(bar(shown)).toEqual([
    "now Hearing: until h72",
    "next To decide: by h120",
    "next Decided: ",
    "next Appeal: ",
    "next Closed: ",
  ]);
});

test("to decide: after the answer, and without one when its time is over", () => {
  const heard = view(11, [opened, answered], { dispute: dispute({}) });
  expect(heard).toMatchObject({
    title: "Both sides wait for a decision, by h120",
    since: { text: "Writer A84P answered, h10" },
  });
  expect(bar(heard)?.slice(0, 2)).toEqual(["done Hearing: answered day of h10", "now To decide: by h120"]);
  const silent = view(73, [opened], { dispute: dispute({ answered: [] }) });
  expect(silent?.since.text).toBe("Nobody answered by h72");
  expect(bar(silent)?.slice(0, 2)).toEqual(["done Hearing: no answer", "now To decide: by h120"]);
});

test("decided: what goes back and when, and who has accepted", () => {
  const accepts = entry(21, "accept-decision", "C", "client");
  const shown = view(25, [opened, answered, decided, accepts], {
    dispute: dispute({ decision: decision(20, "ada") as never }),
  });
  expect(shown?.title).toBe("$50.00 goes back to Ilse on h92");
  expect(shown?.since.text).toBe("Decided by Ada, h20");
  expect(shown?.facts.map(({ about }) => about)).toEqual(["accepted", "waits"]);
  expect(bar(shown)).toEqual([
    "done Hearing: answered day of h10",
    "done To decide: h20",
    "now Decided: in effect h92",
    "next Appeal: until h92",
    "next Closed: ",
  ]);
});

test("appeal: another admin decides, and the first one reads that it cannot be this one", () => {
  const known = { dispute: dispute({ decision: decision(20, "ada") as never, appeal }) };
  const story = [opened, answered, decided, appealed];
  const own = view(31, story, known, "ada");
  expect(own).toMatchObject({
    title: "Writer A84P appealed. Another admin decides by h150",
    statement: { text: "Nobody answered me." },
  });
  expect(own?.facts.some(({ about }) => about === "person")).toBe(true);
  expect(view(31, story, known, "ben")?.facts.some(({ about }) => about === "person")).toBe(false);
  expect(bar(own)?.slice(2)).toEqual(["done Decided: stopped", "now Appeal: by h150", "next Closed: "]);
  const second = view(41, [...story, again], { dispute: dispute({ decision: decision(40, "ben") as never, appeal }) });
  expect(second?.title).toBe("$50.00 goes back to Ilse on h112");
  expect(bar(second)?.[3]).toBe("now Appeal: in effect h112");
});

test("closed: how long it took and the refund; a dispute whose work continued has no phases", () => {
  const known = {
    status: "refunded",
    disputedAt: null,
    dispute: dispute({ decision: decision(40, "ben") as never, appeal }),
  };
  const shown = view(120, [opened, answered, decided, appealed, again, closed], known);
  expect(shown).toMatchObject({
    title: "Closed with a refund of $50.00 to Ilse",
    clock: { from: hours(0), to: hours(112), over: true },
    appealed: true,
  });
  expect(bar(shown)?.slice(1)).toEqual([
    "done To decide: h20",
    "done Decided: stopped",
    "done Appeal: h40",
    "now Closed: h112",
  ]);
  const undecided = view(800, [opened, entry(720, "refund-undecided", "S")], {
    status: "refunded",
    dispute: dispute({}),
  });
  expect(undecided?.title).toBe("Closed. Nobody decided in time, so everything goes back to Ilse");
  expect(bar(undecided)?.slice(1, 4)).toEqual(["done To decide: nobody decided", "done Decided: ", "done Appeal: "]);
  const resumed = [opened, answered, entry(20, "decide-resume", "A", "ada"), entry(92, "resume-decided", "S")];
  expect(view(100, resumed, { status: "in_progress" })).toBeNull();
  expect(view(100, resumed, { status: "completed" })).toBeNull();
});
