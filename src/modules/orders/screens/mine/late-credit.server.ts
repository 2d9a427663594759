import { formatUsd } from "#src/shared/money.ts";
import type { ClientOrder } from "../../index.server.ts";
import { spokenTime } from "../../index.ts";

const centsIn = (value: unknown): number => (typeof value === "number" ? value : 0);

/** What was credited because the work came late, and by which rule, in words; null where nothing was. */
export function lateCreditOf({ history, deadline }: Pick<ClientOrder, "history" | "deadline">) {
  const entry = history.find(({ action, detail }) => action === "deliver" && "refundCents" in detail);
  if (!entry || !deadline) return null;
  const [back, waived] = [centsIn(entry.detail.refundCents), centsIn(entry.detail.waivedCents)];
  const late = spokenTime(entry.at.getTime() - deadline.getTime());
  const said = [
    back > 0 && `${formatUsd(back)} goes back to you`,
    waived > 0 && `${formatUsd(waived)} is taken off what you still had to pay`,
  ];
  return {
    title: `The work came late: ${said.filter(Boolean).join(", and ")}.`,
    text: `It was delivered ${late} after your deadline. This was credited automatically, you have nothing to do.`,
    rule: typeof entry.detail.rule === "string" ? entry.detail.rule : null,
  };
}
