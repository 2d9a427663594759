import { expect, test } from "vitest";
import { decide } from "./decide.ts";
import * as dispute from "./dispute.ts";
import type { Action } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import { type Dispute, openedBy, readDispute, storeDispute } from "./order-facts.ts";
import { hours, orderIn } from "./order-in.test-support.ts";
import { type LifeSettings, lifeSettings } from "./order-rules.ts";
import type { Actor } from "./states.ts";

const settings: LifeSettings = lifeSettings;
const [client, writer] = [{ kind: "C", id: "client" } as const, { kind: "W", id: "writer" } as const];
const [ada, ben] = [{ kind: "A", id: "ada" } as const, { kind: "A", id: "ben" } as const];
const texts = { reason: "Because", outcome: "A refund", answer: "It follows the brief" };

/** An order in dispute since hour 60, moved on by steps at hours of its life; the last one's refusal is given as text. */
function life(...steps: readonly (readonly [hour: number, action: Action, actor: Actor, params?: object])[]) {
  let order: OrderFacts = orderIn("disputed", { dispute: openedBy("C") });
  for (const [hour, action, actor, params] of steps) {
    const answer = decide(order, action, actor, hours(hour), { ...texts, ...params }, settings);
    if (!answer.ok) return answer.message;
    order = { ...order, ...answer.changes, status: answer.next };
  }
  return order;
}
const facts = (given: ReturnType<typeof life>): OrderFacts => {
  if (typeof given === "string") throw new Error(given);
  return given;
};

test("the other side answers first: nobody decides before its answer or its 72 hours", () => {
  expect(life([131, "decide-refund", ada])).toBe("The other side still has time to answer.");
  expect(facts(life([132, "decide-refund", ada])).dispute?.decision?.name).toBe("refund");
  expect(facts(life([61, "answer-dispute", writer], [62, "decide-refund", ada])).dispute?.answered).toEqual(["W"]);
  expect(life([61, "answer-dispute", client])).toMatch(/there is an answer already/);
  expect(life([61, "answer-dispute", writer], [62, "answer-dispute", writer])).toMatch(/there is an answer already/);
  expect(life([132, "answer-dispute", writer])).toMatch(/time to answer is over/);
});

test("a decision waits 72 hours, both sides' word brings it at once, one side's does not", () => {
  const made = [
    [61, "answer-dispute", writer],
    [70, "decide-refund", ada],
  ] as const;
  expect(dispute.decisionEnd(facts(life(...made)))).toEqual(hours(142));
  const one = [...made, [71, "accept-decision", client]] as const;
  expect(dispute.decisionEnd(facts(life(...one)))).toEqual(hours(142));
  expect(life(...one, [72, "accept-decision", client])).toBe("You accepted the decision already.");
  expect(dispute.decisionEnd(facts(life(...one, [72, "accept-decision", writer])))).toEqual(hours(70));
  expect(life(...made, [71, "decide-complete", ben])).toBe("A decision is made. It takes effect automatically.");
});

test("one appeal stops it, another admin decides, and there is no second appeal", () => {
  const appealed = [
    [61, "answer-dispute", writer],
    [70, "decide-refund", ada],
    [141, "appeal-decision", writer],
  ] as const;
  const stopped = facts(life(...appealed));
  expect(dispute.pendingDecision(stopped)).toBeNull();
  expect(dispute.decideBy(stopped)).toEqual(hours(141 + 120));
  expect(life(...appealed, [150, "decide-refund", ada])).toBe(
    "You made the first decision. Another admin decides about the appeal.",
  );
  const again = [...appealed, [150, "decide-complete", ben]] as const;
  expect(dispute.decisionEnd(facts(life(...again)))).toEqual(hours(222));
  expect(life(...again, [151, "appeal-decision", client])).toMatch(/No appeal is possible/);
  expect(life([61, "answer-dispute", writer], [70, "decide-refund", ada], [142, "appeal-decision", writer])).toMatch(
    /its time is over/,
  );
});

test("an admin without colleagues decides about an appeal after a day", () => {
  const appealed = [
    [61, "answer-dispute", writer],
    [70, "decide-refund", ada],
    [80, "appeal-decision", writer],
  ] as const;
  const alone = { onlyAdmin: true };
  expect(life(...appealed, [103, "decide-refund", ada, alone])).toMatch(/24 hours after the appeal/);
  expect(facts(life(...appealed, [104, "decide-refund", ada, alone])).dispute?.decision?.at).toEqual(hours(104));
});

test("everything goes back after 30 days unless a decision waits; an appeal does not stop that", () => {
  const made = [
    [61, "answer-dispute", writer],
    [70, "decide-refund", ada],
  ] as const;
  expect(dispute.undecidedEnd(facts(life()))).toEqual(hours(60 + 720));
  expect(dispute.undecidedEnd(facts(life(...made)))).toBeNull();
  expect(dispute.undecidedEnd(facts(life(...made, [80, "appeal-decision", client])))).toEqual(hours(780));
});

test("the work continues with a deadline after the decision takes effect", () => {
  const heard = [61, "answer-dispute", writer] as const;
  expect(life(heard, [70, "decide-resume", ada, { deadline: hours(142) }])).toMatch(/more than 72 hours from now/);
  expect(facts(life(heard, [70, "decide-resume", ada, { deadline: hours(143) }])).dispute?.decision?.deadline).toEqual(
    hours(143),
  );
});

test("what is stored reads back as it was", () => {
  const known: Dispute = {
    by: "W",
    answered: ["C"],
    decision: {
      name: "resume",
      at: hours(1),
      by: "ada",
      refundCents: 5,
      bearer: "client",
      deadline: hours(9),
      accepted: ["C"],
    },
    appeal: { at: hours(2), by: "C" },
  };
  expect(readDispute(JSON.parse(JSON.stringify(storeDispute(known))))).toEqual(known);
  expect(readDispute(null)).toBeNull();
});
