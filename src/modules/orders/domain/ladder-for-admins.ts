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
