import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgSchema, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Capability } from "#src/shared/viewer.ts";

export const accounts = pgSchema("accounts");
const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** The profile of specification section 3 (spelling: profile.ts); the keys are the ones that Better Auth expects. */
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
    /** When the terms were accepted at registration. */
    termsAcceptedAt: instant(),
    blockedAt: instant(),
    demo: boolean().notNull().default(false),
  },
  (t) => [uniqueIndex("people_email").on(t.email), index("people_admins").on(t.role).where(sql`${t.role} = 3`)],
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
  },
  (t) => [uniqueIndex("sessions_token").on(t.token), index("sessions_person").on(t.userId)],
);

/** The ways in of a person: today a password, hashed with argon2id. */
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
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [uniqueIndex("sign_ins_identity").on(t.providerId, t.accountId), index("sign_ins_person").on(t.userId)],
);

/** One-time links: `identifier` is the hash of the link's token, `subject` whom it is about. */
export const proofs = accounts.table(
  "proofs",
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
  (t) => [uniqueIndex("proofs_identifier").on(t.identifier), index("proofs_subject").on(t.kind, t.subject)],
);

/** Sign-in tries in a row without success; the address is kept as a keyed hash. */
export const tries = accounts.table("tries", {
  key: text().primaryKey(),
  failures: integer().notNull(),
  nextAt: instant().notNull(),
  lastAt: instant().notNull(),
});
