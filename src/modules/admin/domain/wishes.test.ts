import { describe, expect, test } from "vitest";
import { type Action, type OrderStatus, orderStatuses } from "#src/modules/orders/index.ts";
import { wishesFor } from "./wishes.ts";

const facts = (status: OrderStatus, offered: readonly Action[] = [], known = {}) => ({
  ...{ status, offered, hasWriter: true, mayChat: true, mayRefund: true, frozen: false },
  ...known,
});
const open = (found: ReturnType<typeof wishesFor>) => found.filter(({ why }) => why === null).map(({ wish }) => wish);
const whyOf = (found: ReturnType<typeof wishesFor>, wish: string) => found.find((one) => one.wish === wish)?.why;

describe("what an admin may want to do", () => {
  test("at work: everything is there, and a refund of a part says when it can be done", () => {
    const found = wishesFor(facts("in_progress", ["hold", "deliver", "cancel", "reassign"]));
    expect(found.map(({ wish, step }) => [wish, step])).toEqual([
      ["write-writer", null],
      ["write-client", null],
      ["more-time", "hold"],
      ["refund", null],
      ["change-writer", "reassign"],
    ]);
    expect(open(found)).not.toContain("refund");
    expect(whyOf(found, "refund")).toContain("after the delivery");
  });

  test("a change that the client asked for is the way to more time, before a pause", () => {
    expect(wishesFor(facts("in_progress", ["hold", "accept-change"]))).toContainEqual({
      ...{ wish: "more-time", step: "accept-change", why: null },
    });
  });

  test("more time is asked of the client, and no longer asked for while it waits", () => {
    const step = (offered: readonly Action[]) =>
      wishesFor(facts("in_progress", offered)).find(({ wish }) => wish === "more-time")?.step;
    expect([step(["ask-time", "hold"]), step(["withdraw-time", "hold"])]).toEqual(["ask-time", "withdraw-time"]);
  });

  test("delivered: a part can be refunded by who may; nobody is given time", () => {
    expect(open(wishesFor(facts("delivered", ["give-back"])))).toEqual(["write-writer", "write-client", "refund"]);
    expect(whyOf(wishesFor(facts("delivered", [], { mayRefund: false })), "refund")).toContain("right to money");
    expect(whyOf(wishesFor(facts("completed", [], { frozen: true })), "refund")).toContain("frozen");
  });

  test("an offer that nobody answered is taken back", () => {
    expect(open(wishesFor(facts("assigned", ["withdraw-offer"])))).toContain("change-writer");
  });

  test("without a writer nobody is written to and nobody is changed", () => {
    const found = wishesFor(facts("confirmed", ["assign", "cancel"], { hasWriter: false })).map(({ wish }) => wish);
    expect(found).toEqual(["write-client"]);
  });

  test.each(orderStatuses)("%s: who may not answer chats learns why, and each reason is a sentence", (status) => {
    const found = wishesFor(facts(status, [], { mayChat: false }));
    expect(open(found)).toEqual([]);
    for (const { why } of found) expect(why).toMatch(/^[A-Z].{20,}\.$/);
  });
});
