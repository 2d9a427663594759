import {
  type AdminWith,
  type Capability,
  capabilities,
  isAdmin,
  isImpersonated,
  may,
  type Person,
  type Role,
  type SealPart,
  sealParts,
  toRole,
  type Viewer,
} from "#src/shared/viewer.ts";
import { localOf, zoneLabel } from "#src/shared/zone.ts";

// Who may see and change other people's accounts. Lists, pages and commands ask here and nowhere else.

type Standing = { role: Role; capabilities: readonly Capability[] };

/** Whether this viewer sees accounts of others at all. */
export const canSeePeople = (viewer: Viewer): viewer is AdminWith<"people"> => may(viewer, "people");

/** Whether this viewer sees what other people ordered, paid and got back: who sees every order does. */
export const canSeeFigures = (viewer: Viewer): boolean => may(viewer, "people") && may(viewer, "orders");

/** Whether an admin page that needs this capability opens; the data on it is asked for again where it is read. */
export const isAdminFor = (viewer: Viewer, capability: Capability): boolean => may(viewer, capability);

/** What one does not hold, one can neither give nor take. */
export const canGrant = (mine: readonly Capability[], given: readonly Capability[]): boolean =>
  given.every((capability) => mine.includes(capability));

/** Whether this viewer gives somebody a role with these capabilities: the product itself, and admins for people within their own. */
export const canGiveRole = (viewer: Viewer, given: readonly Capability[]): boolean =>
  viewer.kind === "system" || (may(viewer, "people") && canGrant(viewer.capabilities, given));

/** An admin changes nobody who may do more. */
const reaches = (mine: readonly Capability[], { role, capabilities }: Standing): boolean =>
  role !== 3 || canGrant(mine, capabilities);

/** Whether an admin with these capabilities works with accounts of others, as `canSeePeople` says of a viewer. */
export const managesPeople = (mine: readonly Capability[]): boolean => mine.includes("people");

/** Whether something was begun by this viewer: a secret for an app, a way to a provider. */
export const isOwn = ({ personId }: { personId: string | null }, viewer: Viewer): viewer is Person =>
  viewer.kind === "person" && viewer.id === personId;

/** Why an account cannot be changed: it is deleted, it is the own one, or its admin may do more. */
export type Closed = "gone" | "own" | "above";

type Account = { id: string; role: number; capabilities: readonly Capability[]; anonymisedAt: Date | null };

/** Why an admin with the capabilities `mine` cannot change this account; null: nothing stands against it. */
export const closedFor = (admin: { id: string; mine: readonly Capability[] }, account: Account): Closed | null => {
  if (account.anonymisedAt) return "gone";
  if (account.id === admin.id) return "own";
  const { role, capabilities } = account;
  return reaches(admin.mine, { role: toRole(role), capabilities }) ? null : "above";
};

/** Whether this viewer runs the shop: an admin with every capability. */
export const isOwner = (viewer: Viewer): viewer is Person =>
  isAdmin(viewer) && capabilities.every((one) => viewer.capabilities.includes(one));

/** The viewer as the person whose own data it is, also before a second factor; null for guests, programs, and admins who look as that person. */
export const mySelf = (viewer: Viewer): Person | null =>
  viewer.kind === "person" && !isImpersonated(viewer) ? viewer : null;

/** Whether this viewer may see the pages as a client or writer does: with an order on most of them, for who sees accounts and orders. */
export const mayImpersonate = (viewer: Viewer): viewer is Person => canSeeFigures(viewer) && !isImpersonated(viewer);

/** Whether this admin may see the pages of somebody in this role: a writer's show what the writer earns. */
export const mayImpersonateRole = (viewer: Viewer, role: number): boolean => role !== 2 || may(viewer, "money");

/** Whether somebody's data can be sealed: a client's. A role that still waits for its second factor counts. */
export const canBeSealed = ({ role, waitingRole }: Pick<Person, "role" | "waitingRole">): boolean =>
  (waitingRole ?? role) === 1;

/** The parts that this viewer may ask to open: all with `orders`, and with `money` who it is, to send money back by hand. */
export const openableParts = (viewer: Viewer): readonly SealPart[] =>
  may(viewer, "orders") ? sealParts : may(viewer, "money") ? ["contact"] : [];

/** Whether this viewer asks for sealed data. */
export const mayOpenSealed = (viewer: Viewer): viewer is Person => openableParts(viewer).length > 0;

/** Whether this viewer knows at all that somebody's data is sealed, and since when. */
export const maySeeSeals = (viewer: Viewer): viewer is Person => isAdmin(viewer);

/** Whether this viewer confirms an opening: an admin for orders who was asked, and never who asked for it. */
export const isSecondPerson = (opening: { askedBy: string; secondId: string }, viewer: Viewer): viewer is Person =>
  viewer.kind === "person" && may(viewer, "orders") && viewer.id === opening.secondId && viewer.id !== opening.askedBy;

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

/** A role with its capabilities as one word: a form sends what its admin saw, so that the second of two gets a conflict. */
export const standingOf = ({ role, capabilities }: Standing): string => `${role}:${[...capabilities].sort().join(",")}`;

/** So long an admin sees the pages as somebody else; then the view ends by itself. */
export const impersonationMinutes = 15;

/** The address that a POST ends it at. */
export const endImpersonationPath = "/see-as/end";

/** "14:35 (Berlin, UTC+1)" */
export const untilLabel = (until: Date, zone: string): string =>
  `${localOf(until, zone).time} (${zoneLabel(zone, until)})`;
