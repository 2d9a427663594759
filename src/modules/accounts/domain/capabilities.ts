import { hourMs } from "#src/shared/units.ts";
import type { Capability, Role } from "#src/shared/viewer.ts";

/** What each capability of an admin opens, in a line. */
export const capabilityLabels: Readonly<Record<Capability, { name: string; what: string }>> = {
  chat: { name: "Chat", what: "Reads and answers the messages of guests, clients and writers." },
  orders: {
    name: "Orders",
    what: "Sees every order, writes quotes, assigns writers, delivers, cancels and decides disputes.",
  },
  money: { name: "Money", what: "Sees what comes in, confirms transfers, and sends refunds again." },
  prices: { name: "Prices", what: "Changes the price tables and what is offered." },
  people: { name: "People", what: "Opens this list: gives roles, blocks accounts, ends sessions." },
  settings: { name: "Settings", what: "Changes the name, the contact and the rules of this installation." },
};

type Standing = { role: Role; capabilities: readonly Capability[] };

/** A role with its capabilities as one word: a form sends what its admin saw, so that the second of two gets a conflict. */
export const standingOf = ({ role, capabilities }: Standing): string => `${role}:${[...capabilities].sort().join(",")}`;

/** How long a removal of the second factor waits, in milliseconds. */
const removalWait = 72 * hourMs;

/** When a removal that was asked for takes effect. */
export const removalDue = (askedAt: Date): Date => new Date(askedAt.getTime() + removalWait);
