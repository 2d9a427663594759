import { asc, eq, inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import type { Work } from "#src/platform/work.ts";
import { type HiddenPart, type IsShown, maskContacts } from "#src/shared/contact-details.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { writerIdOf } from "../domain/policy.ts";
import type { Actor } from "../domain/states.ts";
import { dropPassages, notePassages, passageSecretUse } from "../passages/note-passages.ts";
import { hiddenTexts, type PassageSource } from "../passages/passage-tables.ts";
import { isOverSince } from "../queries/order-talk.ts";

type Keyed = Pick<Runtime, "secret">;
const keyOf = ({ secret }: Keyed): Buffer => keyFor(secret, "hidden contact details of orders");
const about = (id: string): string => `hidden-texts:${id}`;

export type HiddenText = { text: string | undefined; typed: string | null; parts: readonly HiddenPart[] };

/**
 * What the other side reads of a text, and the text as it was typed where something of it is hidden. `by` wrote it: the
 * name of a writer's account is hidden too. `isShown`: what Support lets the other side of this order read.
 */
export function hideContacts(text: string | undefined, by: Viewer, isShown?: IsShown): HiddenText {
  if (text === undefined) return { text, typed: null, parts: [] };
  const { text: masked, parts } = maskContacts(text, writerNameOf(by), isShown);
  return { text: masked, typed: parts.length > 0 ? text : null, parts };
}

/** The name that the other side must not read: of a writer's account. "" for everybody else. */
export const writerNameOf = (by: Viewer): string => (by.kind === "person" && writerIdOf(by) !== null ? by.name : "");

type Kept = {
  orderId: string;
  actor: Actor;
  hidden: Pick<HiddenText, "typed" | "parts">;
  place?: PassageSource;
};

/**
 * Keeps what was typed, sealed, for admins in a dispute, and each hidden passage, which its writer may ask Support to
 * show; nothing where nothing is hidden.
 */
export async function keepTyped(work: Work, { orderId, actor, hidden, place = "step" }: Kept): Promise<void> {
  const { tx, ctx, now } = work;
  const { typed, parts } = hidden;
  if (typed === null || (actor.kind !== "C" && actor.kind !== "W")) return;
  const id = newId();
  const side = actor.kind === "C" ? "client" : "writer";
  const sealed = seal(keyOf(ctx.runtime), typed, about(id));
  await tx.insert(hiddenTexts).values({ id, orderId, side, personId: actor.id, at: now, sealed });
  await notePassages(work, { orderId, side, personId: actor.id, place, parts });
}

type Typed = { id: string; side: "client" | "writer"; timestamp: Date; text: string };

/**
 * Everything that was hidden in what both sides wrote at an order, oldest first: for the command that reveals it in a
 * dispute, and to write texts anew without a passage.
 */
export async function typedTextsOf(runtime: Keyed, db: Database, orderId: string): Promise<readonly Typed[]> {
  const rows = await db
    .select()
    .from(hiddenTexts)
    .where(eq(hiddenTexts.orderId, orderId))
    .orderBy(asc(hiddenTexts.at), asc(hiddenTexts.id))
    .limit(500);
  return rows.map(({ id, side, at, sealed }) => ({
    ...{ id, side, timestamp: at },
    text: unseal(keyOf(runtime), sealed, about(id)) ?? "This text cannot be opened any more.",
  }));
}

/** Orders that ended at an instant or before it and of which such words are still kept, so many at most. */
export async function ordersWithTypedTexts(db: Database, before: Date, most: number): Promise<readonly string[]> {
  const rows = await db
    .selectDistinct({ orderId: hiddenTexts.orderId })
    .from(hiddenTexts)
    .where(isOverSince(hiddenTexts.orderId, before))
    .limit(most);
  return rows.map(({ orderId }) => orderId);
}

export async function dropTypedTexts(db: Database, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await db.delete(hiddenTexts).where(inArray(hiddenTexts.orderId, [...orderIds]));
  await dropPassages(db, orderIds);
}

/** What was hidden of texts at orders, and each hidden passage. */
export const hiddenSecretUses: readonly SecretUse[] = [
  sealedColumn({
    ...{ purpose: "hidden contact details of orders", what: "texts with hidden contact details" },
    ...{ id: hiddenTexts.id, text: hiddenTexts.sealed, about },
  }),
  passageSecretUse,
];
