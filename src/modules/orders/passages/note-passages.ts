import { createHmac } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { hiddenInName } from "#src/modules/files/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor, seal, unseal } from "#src/platform/secret.ts";
import { type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import type { Work } from "#src/platform/work.ts";
import { type HiddenPart, type IsShown, maskContacts } from "#src/shared/contact-details.ts";
import { isId } from "#src/shared/id.ts";
import type { PassageEventName } from "../domain/entries-and-events.ts";
import type { Actor } from "../domain/states.ts";
import { hiddenPassages, type PassageSource } from "./passage-tables.ts";

type Keyed = Pick<Runtime, "secret">;
const about = (id: string): string => `hidden-passage:${id}`;
const sealKey = ({ secret }: Keyed): Buffer => keyFor(secret, "hidden passages of orders");

/** A keyed hash of a passage of an order. Case and spaces are ignored. */
const markOf = ({ secret }: Keyed, orderId: string, passage: string): string =>
  createHmac("sha256", keyFor(secret, "marks of hidden passages"))
    .update(`${orderId} ${passage.toLowerCase().replace(/\s+/g, " ").trim()}`)
    .digest("base64url");

export type PassageText = Pick<HiddenPart, "before" | "passage" | "after">;

/** A kept passage with what stands around it; null: it cannot be opened any more. */
export function openPassage(runtime: Keyed, { id, sealed }: { id: string; sealed: string }): PassageText | null {
  const text = unseal(sealKey(runtime), sealed, about(id));
  return text === null ? null : (JSON.parse(text) as PassageText);
}

/** Another secret seals each passage anew, and gives it another mark. */
export const passageSecretUse: SecretUse = sealedColumn({
  ...{ purpose: "hidden passages of orders", what: "hidden passages" },
  ...{ id: hiddenPassages.id, text: hiddenPassages.sealed, about },
  hash: {
    ...{ column: hiddenPassages.mark, of: hiddenPassages.orderId },
    make: (runtime, text, orderId) => markOf(runtime, orderId, (JSON.parse(text) as PassageText).passage),
  },
});

type Noted = {
  orderId: string;
  side: "client" | "writer";
  personId: string;
  place: PassageSource;
  fileId?: string;
  parts: readonly HiddenPart[];
};

/** Keeps what is hidden of a text, and puts to Support what the judge is not sure about. The own name is never shown. */
export async function notePassages(work: Work, { parts, ...at }: Noted): Promise<void> {
  const { runtime } = work.ctx;
  const rows = parts
    .filter(({ kind }) => kind !== "name")
    .map(({ kind, before, passage, after }) => {
      const id = newId();
      const unsure = kind === "unsure";
      return {
        ...{ ...at, id, kind, mark: markOf(runtime, at.orderId, passage), createdAt: work.now },
        sealed: seal(sealKey(runtime), JSON.stringify({ before, passage, after }), about(id)),
        state: unsure ? ("waiting" as const) : ("hidden" as const),
        ...(unsure && { asked: "judge" as const, askedAt: work.now }),
      };
    });
  if (rows.length === 0) return;
  const kept = await work.tx.insert(hiddenPassages).values(rows).onConflictDoNothing().returning();
  const waits = kept.find(({ state }) => state === "waiting");
  if (waits) tellPassage(work, "passage.waits", waits);
}

type Named = { orderId: string; actor: Actor; files: readonly { name: string; address: string }[] };

/** The same for the names of files that one side sends to the other. */
export async function noteFileNames(work: Work, { orderId, actor, files }: Named): Promise<void> {
  if (actor.kind !== "C" && actor.kind !== "W") return;
  const side = actor.kind === "C" ? "client" : "writer";
  for (const { name, address } of files) {
    const fileId = address.split("/").find(isId);
    const parts = hiddenInName(name);
    if (fileId) await notePassages(work, { orderId, side, personId: actor.id, place: "file", fileId, parts });
  }
}

export type PassageRow = typeof hiddenPassages.$inferSelect;

/** For notices: what happened to a passage of which order. */
export const tellPassage = (work: Work, name: PassageEventName, { id, orderId, personId, asked }: PassageRow): void =>
  work.emit({ name, subject: id, payload: { orderId, personId, asked: asked === "person" } });

const nothing: IsShown = () => false;

/** Which passages Support lets the other side of these orders read; orders without one are missing. */
async function passagesShownOf(
  runtime: Keyed,
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, IsShown>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({ orderId: hiddenPassages.orderId, mark: hiddenPassages.mark })
    .from(hiddenPassages)
    .where(and(inArray(hiddenPassages.orderId, [...orderIds]), eq(hiddenPassages.state, "shown")));
  const byOrder = new Map<string, Set<string>>();
  for (const { orderId, mark } of rows) byOrder.set(orderId, (byOrder.get(orderId) ?? new Set()).add(mark));
  return new Map([...byOrder].map(([id, marks]) => [id, (passage: string) => marks.has(markOf(runtime, id, passage))]));
}

export const passagesShownIn = async (runtime: Keyed, db: Database, orderId: string): Promise<IsShown> =>
  (await passagesShownOf(runtime, db, [orderId])).get(orderId) ?? nothing;

type Texts = { orderId: string; text: string };

/** What the other side reads of texts of orders; only those with something hidden cost a statement. */
export async function readTexts(runtime: Keyed, db: Database, texts: readonly Texts[]): Promise<string[]> {
  const masked = texts.map(({ text }) => maskContacts(text));
  const hiding = texts.filter((_, at) => (masked[at]?.parts.length ?? 0) > 0).map(({ orderId }) => orderId);
  const shown = await passagesShownOf(runtime, db, [...new Set(hiding)]);
  return texts.map(({ orderId, text }, at) => {
    const isShown = shown.get(orderId);
    return isShown ? maskContacts(text, "", isShown).text : (masked[at]?.text ?? text);
  });
}

/** What is hidden in orders that are over is deleted with them; what the other side may read says nothing new. */
export const dropPassages = (db: Database, orderIds: readonly string[]): Promise<unknown> =>
  db.delete(hiddenPassages).where(inArray(hiddenPassages.orderId, [...orderIds]));
