import { sql } from "drizzle-orm";
import { boolean, index, integer, pgSchema, text, uuid } from "drizzle-orm/pg-core";
import { instant, wide } from "#src/platform/database/database.ts";
import type { CleanState, FileState, Purpose } from "./domain/purposes.ts";

export const filesSchema = pgSchema("files");

/** One row a file, from the start of its upload on. Bytes lie in the storage under `key`. */
export const files = filesSchema.table(
  "files",
  {
    id: uuid().primaryKey(),
    ownerId: uuid().notNull(),
    purpose: text().$type<Purpose>().notNull(),
    /** What the form was about (an order's id, say), so that it finds its uploads again. */
    about: text(),
    name: text().notNull(),
    /** Support lets others read the name as it was typed. */
    nameShown: boolean().notNull().default(false),
    state: text().$type<FileState>().notNull().default("receiving"),
    size: wide().notNull(),
    /** As of the end of the last request that wrote; the storage knows better while one runs. */
    received: wide().notNull().default(0),
    declaredType: text(),
    /** By its bytes, once checked. */
    type: text(),
    sha256: text(),
    /** Names in the storage; `ref` is the storage's own name of an unfinished upload. */
    key: text().notNull(),
    ref: text().notNull().default(""),

    /** The request that may write now, until when, and whether another one waits for it. */
    leaseBy: text(),
    leaseUntil: instant(),
    leaseWanted: boolean().notNull().default(false),
    writing: boolean().notNull().default(false),

    /** When the next try of the check is due; a running try is a lease until then. */
    checkAt: instant(),
    checkTries: integer().notNull().default(0),
    /** Until then a check is under way; null: none is. Apart from the lease, which a request may hold meanwhile. */
    checkUntil: instant(),
    /** Why it was refused, in words for its owner. */
    refusal: text(),
    cleanState: text().$type<CleanState>().notNull().default("waiting"),
    cleanKey: text(),
    cleanSize: wide(),
    /** Of the cleaners that looked at it; 0 is before versions were kept. */
    cleanVersion: integer().notNull().default(0),
    thumbKey: text(),
    thumbType: text(),

    attachedTo: text(),
    attachedAt: instant(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
    /** Unfinished or unattached files go then; null: stays. */
    expiresAt: instant(),
    /** When it became gone; its bytes are removed after that. */
    goneAt: instant(),
  },
  (t) => [
    index("files_owner").on(t.ownerId, t.createdAt, t.id),
    index("files_attached").on(t.purpose, t.attachedTo).where(sql`${t.attachedTo} is not null`),
    index("files_check").on(t.checkAt).where(sql`${t.state} = 'checking'`),
    index("files_recheck").on(t.cleanVersion, t.id).where(sql`${t.state} = 'ready'`),
    index("files_expiry").on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
    index("files_gone").on(t.goneAt).where(sql`${t.state} = 'gone'`),
  ],
);

export type FileRow = typeof files.$inferSelect;
