import type { Bearer } from "./states.ts";

/** The two sides that answer; an admin may open a dispute as well. */
export type Side = "C" | "W";
export type DecisionName = "complete" | "refund" | "resume" | "reassign";

export type DisputeDecision = {
  name: DecisionName;
  at: Date;
  /** The admin who decided; after an appeal another one does. */
  by: string;
  refundCents: number | null;
  bearer: Exclude<Bearer, "nobody"> | null;
  deadline: Date | null;
  accepted: readonly Side[];
};

export type Dispute = {
  by: Side | "A";
  answered: readonly Side[];
  decision: DisputeDecision | null;
  appeal: { at: Date; by: Side } | null;
};

export const openedBy = (by: Dispute["by"]): Dispute => ({ by, answered: [], decision: null, appeal: null });

type Plain<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;
/** As it is stored: instants are texts. */
export type StoredDispute = Plain<Dispute>;

/** What is stored of a dispute, with its instants. */
export function readDispute(stored: StoredDispute | null): Dispute | null {
  if (!stored) return null;
  const { by, answered, decision, appeal } = stored;
  return {
    by,
    answered,
    decision: decision && {
      ...decision,
      at: new Date(decision.at),
      deadline: decision.deadline === null ? null : new Date(decision.deadline),
    },
    appeal: appeal && { ...appeal, at: new Date(appeal.at) },
  };
}

export const storeDispute = (dispute: Dispute): StoredDispute => JSON.parse(JSON.stringify(dispute)) as StoredDispute;
