import { minuteMs } from "./units.ts";

/** 1 client, 2 writer, 3 admin. Unknown numbers are clients. */
export type Role = 1 | 2 | 3;

export const capabilities = ["chat", "orders", "money", "prices", "people", "settings"] as const;
/** What an admin may do. The first admin has all. */
export type Capability = (typeof capabilities)[number];

export type Person = {
  kind: "person";
  /** The account's id (`userid` for programs). */
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  /** The role in force now. */
  role: Role;
  /** The role of the profile while it waits for a second factor, else null. */
  waitingRole: Role | null;
  capabilities: readonly Capability[];
  /** IANA zone of the profile, if set. */
  timeZone: string | null;
  sessionId: string;
  /** When this session last proved who it is. */
  freshAt: Date | null;
  /** Of an admin: the people whose data is sealed, with the parts that are open to this admin now. */
  sealed?: Sealed;
  /** The admin who sees the pages as this person does: everything is read only, and what is private stays closed. */
  impersonator?: Impersonator;
};

export type Impersonator = { id: string; timeZone: string | null; impersonationId: string; until: Date };

/** What of a sealed person opens apart: who it is, the text and files of orders, messages. */
export const sealParts = ["contact", "work", "messages"] as const;
export type SealPart = (typeof sealParts)[number];
export type Sealed = ReadonlyMap<string, readonly SealPart[]>;

/** What a key of a program can be made for. */
export const scopes = ["quotes", "prices", "checks", "orders", "orders:write"] as const;
export type Scope = (typeof scopes)[number];

/**
 * A program of the operator, or of a partner, that showed its key. `id` is the key's; it is nobody's account.
 * `partner`: whose key it is, of a key with `orders:write` alone.
 */
export type Program = {
  kind: "program";
  id: string;
  scopes: readonly Scope[];
  partner?: { readonly id: string; readonly name: string };
};

/** The viewer: nobody known, a signed-in person, a program with a key, the product itself (a timer or job), or a payment provider's event. */
export type Viewer =
  | { kind: "guest" }
  | Person
  | Program
  | { kind: "system"; job: string }
  | { kind: "provider"; provider: string };

export const guest: Viewer = { kind: "guest" };

/** The hidden field of every posted form that says whose page it stands on: an account's id, "" for a guest. */
export const formOwnerField = "formOwner";

/** Anything else than 2 and 3 is a client. */
export const toRole = (value: unknown): Role => (value === 2 || value === 3 ? value : 1);

declare const rights: unique symbol;
/** A person of whom `isAdmin` said so. */
export type Admin = Person & { readonly [rights]: object };
/** An admin of whom `may` said that they have this right: a reader that takes one is reached past a policy alone. */
export type AdminWith<C extends Capability> = Admin & { readonly [rights]: Readonly<Record<C, true>> };

export const isAdmin = (viewer: Viewer): viewer is Admin => viewer.kind === "person" && viewer.role === 3;

/** A writer, also one whose role waits for the second factor: such a person neither orders nor pays. */
export const isWriter = (viewer: Viewer): boolean =>
  viewer.kind === "person" && (viewer.waitingRole ?? viewer.role) === 2;

/** Whether an admin looks, and not the person: such a viewer writes nothing. */
export const isImpersonated = (viewer: Viewer): viewer is Person & { impersonator: Impersonator } =>
  viewer.kind === "person" && viewer.impersonator !== undefined;

export const may = <C extends Capability>(viewer: Viewer, capability: C): viewer is AdminWith<C> =>
  isAdmin(viewer) && viewer.capabilities.includes(capability);

/** Whether this part of a person's data is sealed for this viewer. The person and the writer of an order have it as before. */
export const isSealedFor = (viewer: Viewer, personId: string | null, part: SealPart): boolean => {
  const open = isAdmin(viewer) && personId !== null ? viewer.sealed?.get(personId) : undefined;
  return open !== undefined && !open.includes(part);
};

/** The people of whom this part is sealed for this viewer. */
export const sealedIds = (viewer: Viewer, part: SealPart): string[] =>
  isAdmin(viewer) ? [...(viewer.sealed?.keys() ?? [])].filter((id) => isSealedFor(viewer, id, part)) : [];

/** Whether somebody's data is sealed at all, also where a part of it is open now. */
export const isUnderSeal = (viewer: Viewer, personId: string | null): boolean =>
  isAdmin(viewer) && personId !== null && viewer.sealed?.has(personId) === true;

/** The viewer without what is open now: files that leave the product hold nothing of what is sealed. */
export const withoutOpenings = <V extends Viewer>(viewer: V): V =>
  viewer.kind === "person" && viewer.sealed
    ? { ...viewer, sealed: new Map([...viewer.sealed.keys()].map((id) => [id, []])) }
    : viewer;

/** Stands for the name of somebody whose data is sealed. */
export const sealedName = (personId: string): string => `Client ${personId.slice(-4).toUpperCase()}`;

/** Stands for a text that is sealed. */
export const sealedText = "Sealed";

/** A person's name as this viewer may have it. */
export const nameFor = (viewer: Viewer, personId: string | null, name: string): string =>
  personId !== null && isSealedFor(viewer, personId, "contact") ? sealedName(personId) : name;

/** A text of a person's orders or messages as this viewer may have it. */
export const textFor = (viewer: Viewer, personId: string | null, part: SealPart, text: string): string =>
  text !== "" && isSealedFor(viewer, personId, part) ? sealedText : text;

/** Whether a program's key was made for this. */
export const hasScope = (viewer: Viewer, scope: Scope): viewer is Program =>
  viewer.kind === "program" && viewer.scopes.includes(scope);

const freshFor = 10 * minuteMs;

/** True for ten minutes after the person proved to be it: needed for what a stolen session must not do. */
export const isFresh = (viewer: Viewer, now: Date): boolean =>
  viewer.kind === "person" && viewer.freshAt !== null && now.getTime() < viewer.freshAt.getTime() + freshFor;

/** The id written into history and audit rows: the person's, of who looks as somebody else the own, or the machine's name. */
export const actorId = (viewer: Viewer): string => {
  if (viewer.kind === "person") return viewer.impersonator?.id ?? viewer.id;
  if (viewer.kind === "program") return `program:${viewer.id}`;
  if (viewer.kind === "system") return `system:${viewer.job}`;
  if (viewer.kind === "provider") return `provider:${viewer.provider}`;
  return "guest";
};
