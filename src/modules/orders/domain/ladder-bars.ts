import { percentOf } from "#src/shared/money.ts";
import type { RefundRules } from "./order-rules.ts";
import type { RefundAnswer } from "./refund-ladder.ts";

/** The step of the refund ladder that decides now, as an admin reads it: what is so, and what therefore goes back. */
export const ladderForAdmins = (
  { code, percent }: Pick<RefundAnswer, "code" | "percent">,
  refund: RefundRules,
): string => {
  const part = refund.earlyPartPercent === 50 ? "half" : `${refund.earlyPartPercent}%`;
  const why: Readonly<Record<RefundAnswer["code"], string>> = {
    unstarted: "No writer has started",
    "early-unopened": `Not more than ${part} of the time is used, and the client has opened no draft`,
    "early-opened": `Not more than ${part} of the time is used, and the client has opened a draft`,
    later: `More than ${part} of the time is used, and the deadline was not missed`,
    missed: "The deadline was missed",
    credit: "The deadline was missed, and the client still wants the work",
    fault: "It is not the client's fault",
    "nothing-paid": "Nothing is paid",
    delivered: "The work is delivered",
  };
  return `${why[code]}: ${percent}% of the price goes back.`;
};

export type LadderBar = {
  code: "unstarted" | "early-unopened" | "early-opened" | "later" | "missed";
  percent: number;
  /** The refund of the example. */
  cents: number;
  when: string;
  why: string;
};

/**
 * The refund ladder as it goes down while the work continues, and its last step behind the deadline, with the amounts for
 * an order of `priceCents`. From the shares that the engine uses.
 */
export const ladderBars = (priceCents: number, r: RefundRules): readonly LadderBar[] => {
  const [first, second] =
    r.earlyPartPercent === 50
      ? ["First half of the time", "Second half of the time"]
      : [`First ${r.earlyPartPercent}% of the time`, `After ${r.earlyPartPercent}% of the time`];
  const bar = (code: LadderBar["code"], percent: number, when: string, whole: string, part: string) => ({
    code,
    percent,
    cents: percentOf(priceCents, percent),
    when,
    why: percent === 100 ? whole : part,
  });
  const rest = "The rest pays the writer.";
  return [
    bar("unstarted", r.unstartedPercent, "No writer has started", "Everything goes back. No work was done.", rest),
    bar(
      "early-unopened",
      r.earlyUnopenedPercent,
      `${first}, draft not opened`,
      "Everything goes back.",
      "The rest pays for the work so far.",
    ),
    bar(
      "early-opened",
      r.earlyOpenedPercent,
      `${first}, draft opened`,
      "Everything goes back.",
      `You have seen work. ${rest}`,
    ),
    bar("later", r.lateHalfPercent, second, "Everything goes back.", `Most of the work is done. ${rest}`),
    bar(
      "missed",
      r.missedPercent,
      "We are late, and you no longer want it",
      "Everything goes back. It is our fault, so you lose nothing.",
      "It is our fault.",
    ),
  ];
};
