import { done, notFound, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import {
  type AdminWith,
  hasScope,
  isImpersonated,
  isSealedFor,
  may,
  type Person,
  type Program,
  type SealPart,
  type Viewer,
} from "#src/shared/viewer.ts";
import { type Action, everMay, rightFor, stepFor } from "./lifecycle.ts";
import type { OrderFacts } from "./order-facts.ts";
import type { Actor, ActorKind } from "./states.ts";

// Who may see and ask what of an order. Pages, files, payments and the download of own data ask here and nowhere else.

type Owned = Pick<OrderFacts, "clientId" | "writerId">;

/** What can be seen of an order, and who sees it. M: an admin for money, whatever else that admin may do; Q: an admin for prices; P: a program with a key for orders. */
const parts = {
  /** The brief, the conversation, the files of the order, and delivered work that the client has opened. */
  work: ["C", "W", "A"],
  /** Drafts and deliveries that the client has not opened yet: opening one changes what a cancellation gives back. */
  unopened: ["W", "A"],
  /** How the client rated the finished work. */
  rating: ["C", "A"],
  /** What was paid and went back. */
  money: ["C", "A", "M"],
  /** The receipt and its copies, which name the client. */
  receipt: ["C", "A", "M"],
  /** The page that takes the money. */
  checkout: ["C"],
  /** Where a refund goes: its client says it, whatever that person has become since. */
  payee: ["C"],
  ledger: ["A", "M"],
  /** Bank transfers as admins entered them, with their proofs: statements of somebody's account. */
  transfers: ["M"],
  /** The account that a client named for a refund by hand. */
  account: ["M"],
  /** What the work was and what it cost, of every order: for trying out other prices. */
  priced: ["Q"],
  /** Every column, the audit trail, lists of everybody's orders. */
  admin: ["A"],
  /** Number, state, when it is due and what it costs; nobody's name and no text. */
  summary: ["A", "P"],
} as const satisfies Record<string, readonly (ActorKind | "M" | "Q" | "P")[]>;
export type OrderPart = keyof typeof parts;

/** The parts that a seal of the client closes to admins until they are opened (accounts, `protection/`). */
const sealedParts: Partial<Record<OrderPart, SealPart>> = {
  work: "work",
  unopened: "work",
  receipt: "contact",
  transfers: "contact",
  account: "contact",
};

/** Whether the client's seal closes this part of an order to a viewer who would see it as an admin. */
const isClosedBySeal = ({ clientId }: Pick<Owned, "clientId">, viewer: Viewer, part: OrderPart): boolean => {
  const sealed = sealedParts[part];
  return sealed !== undefined && isSealedFor(viewer, clientId, sealed);
};

/** Somebody whose second factor is still to be shown has nothing of any order. */
const isThere = (viewer: Viewer): viewer is Person => viewer.kind === "person" && viewer.waitingRole === null;

/** The id under which this viewer's own orders are found; null: there are none to see. */
export const clientIdOf = (viewer: Viewer): string | null => (isThere(viewer) ? viewer.id : null);

/** The id under which a writer's work is found; null for everybody who is no writer now. */
export const writerIdOf = (viewer: Viewer): string | null => (isThere(viewer) && viewer.role === 2 ? viewer.id : null);

/** Whether an actor has the part that it names at this order. Whoever claims it does not have it yet. */
export const hasPart = (order: Owned, { kind, id }: Actor, action?: Action): boolean => {
  if (kind === "C") return id === order.clientId;
  return kind !== "W" || action === "claim" || id === order.writerId;
};

/** Whether an order is this viewer's own, as its client or its writer: then no step of an admin is theirs to take. */
export const isParty = ({ clientId, writerId }: Owned, viewer: Viewer): boolean =>
  viewer.kind === "person" && (viewer.id === clientId || viewer.id === writerId);

/** To an admin who would take an admin's step at the own order. */
export const ownOrderRefusal = (): Refusal =>
  refuse("forbidden", "This is your own order, so another admin has to do this.");

/** Whether this viewer takes an action as an admin: the row of the action names the right, and the order is not the own one. */
export const canApplyAsAdmin = (viewer: Viewer, action: Action, order?: Owned): boolean =>
  isThere(viewer) && may(viewer, rightFor(action)) && !(order && isParty(order, viewer));

/**
 * Whether this viewer typed a passage that is hidden from the other side, and is still a side of its order. An admin who
 * sees the pages as that person did not type it: some are passages of messages.
 */
export const isOwnPassage = ({ personId }: { personId: string }, order: Owned, viewer: Viewer): boolean =>
  isThere(viewer) && !isImpersonated(viewer) && viewer.id === personId && isParty(order, viewer);

/** Whether a request that is no order yet is this viewer's own. */
export const isOwnRequest = ({ clientId }: Pick<Owned, "clientId">, viewer: Viewer): boolean =>
  clientIdOf(viewer) === clientId;

/** Whether this viewer decides about a request that rules put to a person; the own one is another admin's. */
export const canDecideRequest = (request: Pick<Owned, "clientId">, viewer: Viewer): boolean =>
  canSeeAllOrders(viewer, "admin") && !isOwnRequest(request, viewer);

/** Whether this viewer gives back more than the ladder does, by own choice. */
export const mayRefund = (viewer: Viewer): boolean => isThere(viewer) && may(viewer, "money");

/** Whether this viewer is the second admin of a refund: neither who asked for it nor a party of the order. */
export const canApproveRefund = (order: Owned, held: { askedBy: string }, viewer: Viewer): boolean =>
  mayRefund(viewer) && !isParty(order, viewer) && !(viewer.kind === "person" && viewer.id === held.askedBy);

/** Whether this viewer may withdraw a held refund, whoever asked for it. */
export const canWithdrawRefund = (order: Owned, viewer: Viewer): boolean =>
  mayRefund(viewer) && !isParty(order, viewer);

/** The parts that a viewer plays for this order, or for one action at it; an admin who is its client or writer is no admin here. */
export const actorsOf = (order: Owned, viewer: Viewer, action?: Action): readonly Actor[] => {
  if (viewer.kind === "system") return [{ kind: "S", id: `system:${viewer.job}` }];
  if (viewer.kind === "provider") return [{ kind: "S", id: `provider:${viewer.provider}` }];
  const [client, writer] = [clientIdOf(viewer), writerIdOf(viewer)];
  const actors: Actor[] = [];
  if (client !== null) actors.push({ kind: "C", id: client });
  if (writer !== null && writer !== order.clientId) actors.push({ kind: "W", id: writer });
  const admin = action
    ? canApplyAsAdmin(viewer, action, order)
    : canSeeAllOrders(viewer, "admin") && !isParty(order, viewer);
  if (admin && isThere(viewer)) actors.push({ kind: "A", id: viewer.id });
  return actors.filter((actor) => hasPart(order, actor, action));
};

/** Writers neither order nor pay. */
export const canBuyAs = (role: number): boolean => role !== 2;

/** Whether this viewer orders and pays; a role that waits for its second factor counts, and guests sign in on the way. */
export const canBuy = (viewer: Viewer): boolean =>
  viewer.kind !== "person" || canBuyAs(viewer.waitingRole ?? viewer.role);

/** Nobody writes the own order. */
export const mayWriteFor = ({ clientId }: Pick<Owned, "clientId">, personId: string): boolean => personId !== clientId;

type Hints = { clientIds: ReadonlySet<string>; addresses: ReadonlySet<string> };

/** Perhaps the client and the writer are one person: then an admin decides, and nobody is refused for good. */
export const maySharePerson = (
  { clientId, consentAddress }: Pick<Owned, "clientId"> & { consentAddress: string },
  { clientIds, addresses }: Hints,
): boolean => clientIds.has(clientId) || addresses.has(consentAddress);

/** The viewer in this part, or null. */
export const actorAs = (kind: ActorKind, order: Owned, viewer: Viewer): Actor | null =>
  actorsOf(order, viewer).find((one) => one.kind === kind) ?? null;

/** The part in which a viewer takes this action: the first of theirs that the table knows for it; null: none. */
export const actorFor = (order: Owned & Pick<OrderFacts, "status">, viewer: Viewer, action: Action): Actor | null => {
  const actors = actorsOf(order, viewer, action);
  const row = stepFor(order.status, action);
  return (
    actors.find((one) => row?.actors.includes(one.kind)) ??
    actors.find((one) => everMay(action, one.kind)) ??
    actors[0] ??
    null
  );
};

/**
 * The part in which a viewer adds reports on the originality of delivered versions, or removes `report`: the order's writer
 * an own one, admins every one. Null: it is not this viewer's to do.
 */
export const reporterFor = (order: Owned, viewer: Viewer, report?: { byId: string }): Actor | null => {
  const writer = actorAs("W", order, viewer);
  return actorAs("A", order, viewer) ?? (writer && (!report || report.byId === writer.id) ? writer : null);
};

/** Whether this viewer follows an order while its page is open: its client, its writer, admins for orders. */
export const followsOrder = (order: Owned, viewer: Viewer): boolean => actorsOf(order, viewer).length > 0;

/** On which side a viewer stands in what client and writer write to each other; null: on none, or an admin who looks as one of them. */
export const talkSideOf = (order: Owned, viewer: Viewer): "client" | "writer" | "admin" | null => {
  if (isImpersonated(viewer)) return null;
  const kinds = actorsOf(order, viewer).map(({ kind }) => kind);
  if (kinds.includes("C")) return "client";
  if (kinds.includes("W")) return "writer";
  return kinds.includes("A") && !isSealedFor(viewer, order.clientId, "messages") ? "admin" : null;
};

/** The partner whose program asks: it prepares orders, and reads a summary of those that came of them. */
export const partnerOf = (viewer: Viewer): { readonly id: string; readonly name: string } | null =>
  hasScope(viewer, "orders:write") ? (viewer.partner ?? null) : null;

/** Whether a partner's program reads the files of an order: of one that it prepared, while the client allows that. */
export const partnerReadsFiles = (
  { partnerId, filesAllowedAt }: { partnerId: string; filesAllowedAt: Date | null },
  viewer: Viewer,
): boolean => filesAllowedAt !== null && partnerOf(viewer)?.id === partnerId;

/** To who prepares no orders. */
export const partnersOnly = ({ kind }: Viewer): Refusal =>
  kind === "guest"
    ? refuse("signed-out", "Send the key of a partner.")
    : refuse("forbidden", "This address is for keys of partners.");

/** Who sees a part of every order. */
export type OrderReader = AdminWith<"orders"> | AdminWith<"money"> | AdminWith<"prices"> | Program;

/** Whether this viewer may see this part of every order: the admin area. */
export const canSeeAllOrders = (viewer: Viewer, part: OrderPart): viewer is OrderReader => {
  const known: readonly string[] = parts[part];
  if (viewer.kind === "program") return known.includes("P") && hasScope(viewer, "orders");
  const who = isThere(viewer) ? known : [];
  const opened = [
    ["A", "orders"],
    ["M", "money"],
    ["Q", "prices"],
  ] as const;
  return opened.some(([kind, capability]) => who.includes(kind) && may(viewer, capability));
};

export const canSeeOrder = (order: Owned, viewer: Viewer, part: OrderPart): boolean => {
  const who: readonly string[] = parts[part];
  const asAdmin = canSeeAllOrders(viewer, part) && !isClosedBySeal(order, viewer, part);
  return asAdmin || actorsOf(order, viewer).some(({ kind }) => kind !== "A" && who.includes(kind));
};

/** Its client has the final work after the second payment alone. */
export const isClosedFor = (order: Owned & Pick<OrderFacts, "unpaidCents">, viewer: Viewer): boolean =>
  order.unpaidCents > 0 && !canSeeOrder(order, viewer, "unopened");

/**
 * The order, for who may see this part of it. Refuses signed-out, forbidden (writers do not pay), and not-found:
 * a foreign order is the same as one that never was.
 */
export function visibleOrder<O extends Owned>(order: O | null, viewer: Viewer, part: OrderPart): Outcome<O> {
  if (viewer.kind === "guest") return refuse("signed-out", "Sign in to do this.");
  if (part === "checkout" && !canBuy(viewer)) return refuse("forbidden", "Writers cannot pay for orders.");
  return order && canSeeOrder(order, viewer, part) ? done(order) : notFound();
}
