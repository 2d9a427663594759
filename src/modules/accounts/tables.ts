import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
import type { Capability } from "#src/shared/viewer.ts";

export const accounts = pgSchema("accounts");

/** How a session began. */
export type SignInMethod = "password" | "google" | "apple" | "passkey" | "link";

/** The profile; its spelling for programs: `toUserProfile`. PostgreSQL writes its column `search` (name, address). */
export const people = accounts.table(
  "people",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** Lower case: one account an address. */
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    image: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    role: integer().notNull().default(1),
    capabilities: jsonb().$type<Capability[]>().notNull().default([]),
    /** Always the word `managed`: the hash itself lives in sign_ins. */
    passwordHash: text().notNull().default("managed"),
    appleIdToken: text(),
    timeZone: text(),
    /** light or dark; null follows the device. */
    theme: text().$type<"light" | "dark">(),
    /** Kinds of notices that this person turned off. */
    noticesOff: jsonb().$type<string[]>().notNull().default([]),
    /** When the account goes, if its owner asked for it; until then the owner can take that back. */
    deletionDueAt: instant(),
    /** When everything personal was taken out of this row. */
    anonymisedAt: instant(),
    /** When the terms were accepted at registration. */
    termsAcceptedAt: instant(),
    /** Which versions the form had shown; null where none was named. */
    termsVersion: text(),
    privacyVersion: text(),
    blockedAt: instant(),
    /** Why an admin blocked the account: for admins only. */
    blockedFor: text(),
    /** When an admin asked that the second factor goes; it goes 72 hours later, unless somebody stops it. */
    factorRemovalAskedAt: instant(),
    demo: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("people_email").on(t.email),
    index("people_admins").on(t.role).where(sql`${t.role} = 3`),
    index("people_newest").on(t.createdAt, t.id),
    index("people_writers").on(t.createdAt, t.id).where(sql`${t.role} = 2`),
    index("people_blocked").on(t.createdAt, t.id).where(sql`${t.blockedAt} is not null`),
    index("people_factor_removals").on(t.factorRemovalAskedAt).where(sql`${t.factorRemovalAskedAt} is not null`),
  ],
);

/**
 * What a person has ordered and paid, one row for each account from its first moment. Modules of orders and payments
 * count into it in the transaction that writes the order or the ledger (own-account/people-store.ts); the ledger is the truth.
 */
export const customers = accounts.table(
  "customers",
  {
    personId: uuid()
      .primaryKey()
      .references(() => people.id, { onDelete: "cascade" }),
    /** Orders placed, whatever became of them. */
    placed: wide().notNull().default(0),
    lastOrderAt: instant(),
    /** Received for orders and tips, test orders left out; money that nothing asked for is not in it. */
    spentCents: wide().notNull().default(0),
    /** Of that, what went back: refunds and chargebacks. */
    refundedCents: wide().notNull().default(0),
  },
  (t) => [
    index("customers_last").on(sql`coalesce(${t.lastOrderAt}, '1970-01-01T00:00:00Z'::timestamptz)`, t.personId),
    index("customers_placed").on(t.placed, t.personId),
    index("customers_spent").on(t.spentCents, t.personId),
  ],
);

/** `token` holds the SHA-256 of what the cookie carries; `updatedAt` is when it was last seen, to five minutes. */
export const sessions = accounts.table(
  "sessions",
  {
    id: uuid().primaryKey(),
    token: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    /** How the person came in. */
    method: text().$type<SignInMethod>().notNull().default("password"),
    /** When the person last proved to be it (fresh for ten minutes). */
    freshAt: instant(),
    /** When a second factor or a passkey was shown in this session. */
    factorAt: instant(),
    /** "This device only": its cookie goes with the browser. */
    short: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("sessions_token").on(t.token),
    index("sessions_person").on(t.userId),
    index("sessions_expiry").on(t.expiresAt),
    index("sessions_address").on(t.ipAddress),
  ],
);

/** The ways in of a person: a password (argon2id), or an account at Google or Apple named by its issuer's `sub`. */
export const signIns = accounts.table(
  "sign_ins",
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    providerId: text().notNull(),
    accountId: text().notNull(),
    password: text(),
    /** The address that the provider reports, shown to the owner; an identity is never looked up by it. */
    email: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [uniqueIndex("sign_ins_identity").on(t.providerId, t.accountId), index("sign_ins_person").on(t.userId)],
);

/** One-time links: `identifier` is the hash of the link's token, `subject` whom it is about. */
export const verificationTokens = accounts.table(
  "verification_tokens",
  {
    id: uuid().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    kind: text(),
    subject: text(),
  },
  (t) => [
    uniqueIndex("verification_tokens_identifier").on(t.identifier),
    index("verification_tokens_subject").on(t.kind, t.subject),
  ],
);

/** Failed sign-ins in a row without success; the address is kept as a keyed hash. */
export const failedSignIns = accounts.table("failed_sign_ins", {
  key: text().primaryKey(),
  failures: integer().notNull(),
  nextAt: instant().notNull(),
  lastAt: instant().notNull(),
});

/** An authenticator app. Counts as a factor once `confirmedAt` is set; a time step is used once (RFC 6238). */
export const totps = accounts.table("totps", {
  personId: uuid()
    .primaryKey()
    .references(() => people.id, { onDelete: "cascade" }),
  /** AES-256-GCM, bound to the person. */
  secret: text().notNull(),
  lastStep: wide().notNull().default(0),
  createdAt: instant().notNull(),
  confirmedAt: instant(),
});

/** Ten a person, hashed, each good once. */
export const backupCodes = accounts.table(
  "backup_codes",
  {
    id: uuid().primaryKey(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    hash: text().notNull(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [index("backup_codes_person").on(t.personId)],
);

/** Public keys of a person's passkeys (WebAuthn). */
export const passkeys = accounts.table(
  "passkeys",
  {
    id: uuid().primaryKey(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** base64url */
    credentialId: text().notNull(),
    /** COSE key, base64url */
    publicKey: text().notNull(),
    counter: wide().notNull(),
    transports: jsonb().$type<string[]>().notNull().default([]),
    backedUp: boolean().notNull().default(false),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [uniqueIndex("passkeys_credential").on(t.credentialId), index("passkeys_person").on(t.personId)],
);

/** A way to Google or Apple and back: one use, ten minutes, bound to the browser that began it. */
export const oauthAttempts = accounts.table(
  "oauth_attempts",
  {
    id: uuid().primaryKey(),
    /** SHA-256 of `state`. */
    state: text().notNull(),
    /** SHA-256 of the browser's attempt cookie. */
    browser: text().notNull(),
    provider: text().notNull(),
    /** Encrypted: nonce, PKCE verifier and, once it came, the provider's answer. */
    sealed: text().notNull(),
    /** sign in, or link to / confirm the person of `personId`. */
    purpose: text().$type<"sign-in" | "link" | "confirm">().notNull(),
    personId: uuid(),
    next: text(),
    /** Started in a popup: the return page reports to its opener. */
    popup: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (t) => [uniqueIndex("oauth_attempts_state").on(t.state), index("oauth_attempts_expiry").on(t.expiresAt)],
);

/** A change of address: both ends confirm it; the old address can undo it for 72 hours. Tokens are hashed. */
export const emailChanges = accounts.table(
  "email_changes",
  {
    id: uuid().primaryKey(),
    personId: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    oldToken: text().notNull(),
    newToken: text().notNull(),
    oldConfirmedAt: instant(),
    newConfirmedAt: instant(),
    doneAt: instant(),
    undoToken: text(),
    undoneAt: instant(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("email_changes_person").on(t.personId),
    uniqueIndex("email_changes_old").on(t.oldToken),
    uniqueIndex("email_changes_new").on(t.newToken),
    uniqueIndex("email_changes_undo").on(t.undoToken),
  ],
);
