import { createHash } from "node:crypto";
import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { keptBudgets, spendBudget } from "#src/platform/guest-budgets.ts";
import { secretToken } from "#src/platform/ids.ts";
import { askedId } from "#src/platform/input.ts";
import type { Work } from "#src/platform/work.ts";
import { maskCredentials } from "#src/shared/honest-use/judge.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { isHandoverField } from "../domain/handover.ts";
import { actorAs } from "../domain/policy.ts";
import type { OrderStatus } from "../domain/states.ts";
import { stageText } from "../domain/status-labels.ts";
import { drafts, formDrafts, screenedRequests, workDrafts } from "../storage/draft-tables.ts";
import { loadOrder } from "../storage/order-row.ts";
import { orders } from "../tables.ts";

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
const keepable = z.string().max(10_000, "Write at most 10,000 characters.");

/** Of one form; how many an address keeps in an hour is its budget. */
const mostBytes = 256 * 1024;

const kept = z.strictObject({
  /** The page that the form is on. */
  path: z
    .string()
    .max(200)
    .regex(/^(\/[a-z-]+)+$/i),
  fields: z
    .record(
      z
        .string()
        .max(60)
        .regex(/^[\w.-]*$/),
      keepable,
    )
    .refine((fields) => Object.keys(fields).length <= 60)
    .refine((fields) => Buffer.byteLength(JSON.stringify(fields)) <= mostBytes, "This is too long to save."),
});

/** Keeps a form through sign-in. Answers the secret that goes into the address; only its hash is stored. 7 days. */
export const keepForm = command<z.infer<typeof kept>, { secret: string }>("orders.keep-form", {
  input: kept,
  run: async (work, { path, fields }) => {
    const wait = await spendBudget(work.tx, work.ctx, keptBudgets.keptForm);
    if (wait !== null)
      return refuse("too-many", "Too many forms were sent from your network. Try again in a few minutes.", {
        retryAfter: wait,
      });
    const secret = secretToken();
    const owner = work.viewer.kind === "person" ? work.viewer.id : null;
    await work.tx.insert(drafts).values({ secretHash: hashOf(secret), owner, path, fields, createdAt: work.now });
    return done({ secret });
  },
});

const secretOnly = z.strictObject({ secret: z.string().max(100) });
type KeptForm = { path: string; fields: Record<string, string> };

/** Gives a kept form back. The first account that opens it owns it from then on; to others it does not exist. */
export const openForm = command<z.infer<typeof secretOnly>, KeptForm>("orders.open-form", {
  input: secretOnly,
  run: async (work, { secret }) => {
    const person = work.viewer.kind === "person" ? work.viewer.id : null;
    const mine = person ? or(isNull(drafts.owner), eq(drafts.owner, person)) : isNull(drafts.owner);
    const found = and(eq(drafts.secretHash, hashOf(secret)), mine);
    const [row] = person
      ? await work.tx.update(drafts).set({ owner: person }).where(found).returning()
      : await work.tx.select().from(drafts).where(found);
    return row ? done({ path: row.path, fields: row.fields }) : notFound();
  },
});

/** The pages whose forms are kept. */
const draftPaths = ["/order", "/quizzesorder", "/custom"] as const;

const mostFields = 60;
const mostCharacters = 40_000;
const lengthOf = (fields: Readonly<Record<string, string>>): number =>
  Object.entries(fields).reduce((sum, [name, text]) => sum + name.length + text.length, 0);

const input = z.strictObject({
  path: z.enum(draftPaths),
  fields: z
    .record(z.string().max(60), z.string())
    .refine((fields) => Object.keys(fields).length <= mostFields, "Send fewer fields.")
    .refine((fields) => lengthOf(fields) <= mostCharacters, "This is too long to save."),
  /** The key under which the form places its order. */
  formKey: z.string().min(16).max(100),
  /** The revision that this page knows; 0: none. */
  seen: z.coerce.number().int().min(0),
});
type Input = z.infer<typeof input>;

export type KeptOrderDraft =
  | {
      status: "kept";
      revision: number;
      /** When another session had written what this one replaces, without having seen it; null when nobody had. */
      replaced: Date | null;
    }
  /** The form has placed its order: a save that was on its way then changes nothing. */
  | { status: "placed" };

/**
 * Keeps an order form that is not sent yet in the account, as a whole: the later of two devices is kept, and learns
 * when it replaced what it had not seen. Refuses signed-out.
 */
export const keepOrderDraft = command<Input, KeptOrderDraft>("orders.keep-draft", {
  input,
  run: async (work, { path, fields, formKey, seen }) => {
    const { tx, viewer, now } = work;
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in to save it.");
    const owner = viewer.id;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order-draft:${owner}`}, 0))`);
    const sent = and(eq(orders.clientId, owner), eq(orders.idempotencyKey, formKey));
    const { clientId, idempotencyKey, state } = screenedRequests;
    const held = and(eq(clientId, owner), eq(idempotencyKey, formKey), ne(state, "accepted"));
    const [placed] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(sent)
      .union(tx.select({ id: screenedRequests.id }).from(screenedRequests).where(held));
    if (placed) return done({ status: "placed" });
    const [before] = await tx.select().from(formDrafts).where(eq(formDrafts.owner, owner));
    const unseen = before && before.revision !== seen && before.sessionId !== viewer.sessionId;
    const kept = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, maskCredentials(text)]));
    const row = {
      ...{ path, fields: kept, formKey, sessionId: viewer.sessionId, savedAt: now },
      revision: (before?.revision ?? 0) + 1,
    };
    await tx
      .insert(formDrafts)
      .values({ owner, ...row })
      .onConflictDoUpdate({ target: formDrafts.owner, set: row });
    return done({ status: "kept", revision: row.revision, replaced: unseen ? before.savedAt : null });
  },
});

/** The person begins anew. Nothing to forget is fine. */
export const forgetOrderDraft = command<Record<string, never>, null>("orders.forget-draft", {
  input: z.strictObject({}),
  run: async ({ tx, viewer }) => {
    if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
    await tx.delete(formDrafts).where(eq(formDrafts.owner, viewer.id));
    return done(null);
  },
});

/** The form has placed its order: what was kept of it goes in the same transaction. */
export const dropPlacedDraft = ({ tx, defer }: Work, owner: string, service: string): void =>
  defer({
    change: tx
      .delete(formDrafts)
      .where(and(eq(formDrafts.owner, owner), sql`${formDrafts.fields}->>'service' = ${service}`))
      .getSQL(),
  });

/** Where somebody still writes on a version; a pause does not stop that. */
const writing: readonly OrderStatus[] = ["in_progress", "on_hold", "revision_requested"];

const field = z.string().max(200_000, "Use at most 200,000 characters.");
const workInput = z.strictObject({
  orderId: askedId,
  fields: z
    .record(z.string().max(40), field)
    .refine((fields) => Object.keys(fields).length <= 200, "Send fewer fields."),
});
type WorkInput = z.infer<typeof workInput>;

/** Keeps what a writer has filled in for the next version, for this writer alone; the later one of two tabs stands. */
export const keepWork = command<WorkInput, { savedAt: Date }>("orders.keep-work", {
  input: workInput,
  run: async (work, { orderId, fields }) => {
    if (work.viewer.kind === "guest") return refuse("signed-out", "Sign in to save it.");
    const order = await loadOrder(work.tx, orderId);
    const writer = order && actorAs("W", order, work.viewer);
    if (!order || !writer) return notFound();
    if (!writing.includes(order.status))
      return refuse("conflict", `The order is ${stageText(order)}, so nothing can be saved.`);
    const kept = Object.fromEntries(
      Object.entries(fields).filter(([name, text]) => isHandoverField(name) && text !== ""),
    );
    const row = { orderId: order.id, writerId: writer.id, fields: kept, savedAt: work.now };
    await work.tx
      .insert(workDrafts)
      .values(row)
      .onConflictDoUpdate({
        target: [workDrafts.orderId, workDrafts.writerId],
        set: { fields: kept, savedAt: work.now },
      });
    return done({ savedAt: work.now });
  },
});
