import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { setTimer } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";
import { hideCredentials, maskCredentials } from "#src/shared/honest-use/judge.ts";
import { guardVersion } from "#src/shared/honest-use/rules.ts";
import { isId } from "#src/shared/id.ts";
import { hourMs } from "#src/shared/units.ts";
import type { RequestEventName } from "../domain/entries-and-events.ts";
import type { OrderForm, Suspect } from "../placing/read-form.ts";
import type { NewOrder } from "../placing/write-order.ts";
import { orderLimitsSetting } from "../settings.ts";
import { screenedRequests } from "../storage/draft-tables.ts";

const longestSentence = 600;

/** The one that a person looks at first: what a rule was certain of, else the first. */
const firstOf = (suspects: readonly Suspect[]): Suspect | undefined =>
  suspects.find(({ found }) => found.verdict === "refuse") ?? suspects[0];

/** The sentence as it is stored and shown, without anybody's log-in. */
const sentenceOf = ({ text, found: { from, length } }: Suspect): string => {
  const words = text.slice(from, from + length).trim();
  return hideCredentials(words.length > longestSentence ? `${words.slice(0, longestSentence).trimEnd()}…` : words);
};

/** Names the texts that rules judge, so that what a person has read is known again. */
const digestOfTexts = ({ title, instructions, checklist, forQuote }: OrderForm): string => {
  const { subject = "" } = forQuote;
  const texts = [title, instructions, ...(checklist ?? []), String(subject)].map((text) =>
    maskCredentials(text.replaceAll("\r\n", "\n").trim()),
  );
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
};

/** Every text of a record without log-ins. */
const maskedTexts = <T extends Record<string, unknown>>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? maskCredentials(value) : value]),
  ) as T;

/** The form without log-ins, as it is kept while a person reads it. */
const maskedForm = (form: OrderForm): OrderForm => ({
  ...form,
  title: maskCredentials(form.title),
  instructions: maskCredentials(form.instructions),
  checklist: form.checklist?.map(maskCredentials) ?? null,
  forQuote: maskedTexts(form.forQuote),
});

export type RequestRow = typeof screenedRequests.$inferSelect;

export const requestTimer = "order.request-waits";

/** The request, locked until the transaction ends. */
export async function lockRequest(work: Work, id: string): Promise<RequestRow | null> {
  if (!isId(id)) return null;
  const [row] = await work.tx.select().from(screenedRequests).where(eq(screenedRequests.id, id)).for("update");
  return row ?? null;
}

/** Whether a person has said yes to exactly these texts. */
export const isAccepted = (request: RequestRow | null, form: OrderForm): boolean =>
  request?.state === "accepted" && request.textsDigest === digestOfTexts(form);

const totalOf = ({ work }: NewOrder): number | null => (work.kind === "priced" ? work.price.result.totalCents : null);

/** For notices: what happened to which request. */
export const tellRequest = (work: Work, name: RequestEventName, row: RequestRow, more: object = {}): void =>
  work.emit({ name, subject: row.id, payload: { clientId: row.clientId, title: row.title, ...more } });

type Held = {
  order: NewOrder;
  suspects: readonly Suspect[];
  /** The form as it was typed. */
  values: Record<string, unknown>;
  asked: boolean;
};

/**
 * Keeps an order form for a person, with its total, and sets the end of its time. It is no order: it has no number, and
 * nothing can be paid. A form that was accepted before and says something else now waits again under the same id.
 */
export async function holdRequest(work: Work, { order, suspects, values, asked }: Held): Promise<RequestRow> {
  const suspect = firstOf(suspects);
  if (!suspect) throw new Error("Nothing of this form is put to a person.");
  const { id, client, form, ...rest } = order;
  const { screenedHours } = await work.ctx.runtime.settings.get(orderLimitsSetting);
  const masked = maskedForm(form);
  const consent = { at: work.now, address: work.ctx.request.address };
  const { rule, ask } = suspect.found;
  const row: typeof screenedRequests.$inferInsert = {
    ...{
      id,
      clientId: client.id,
      state: "waiting" as const,
      asked: asked ? ("asked" as const) : ("screened" as const),
    },
    ...{ rule, ask, guardVersion, field: suspect.field, sentence: sentenceOf(suspect) },
    ...{ title: masked.title, service: form.service, totalCents: totalOf(order) },
    ...{ kept: { ...rest, form: masked, consent }, values: textsOnly(maskedTexts(values)) },
    ...{ textsDigest: digestOfTexts(form), idempotencyKey: order.idempotencyKey, formDigest: order.formDigest },
    ...{ answer: null, decidedBy: null, decidedAt: null, createdAt: work.now },
    endsAt: new Date(work.now.getTime() + screenedHours * hourMs),
  };
  const [held] = await work.tx
    .insert(screenedRequests)
    .values(row)
    .onConflictDoUpdate({
      target: screenedRequests.id,
      set: row,
      setWhere: sql`${screenedRequests.clientId} = excluded.client_id and ${screenedRequests.state} = 'accepted'`,
    })
    .returning();
  if (!held) throw new Error("A request was held twice.");
  await setTimer(work, { kind: requestTimer, subject: id, due: held.endsAt });
  work.audit({ action: "request.held", subject: id, detail: { rule, asked } });
  tellRequest(work, "request.held", held, { endsAt: held.endsAt.toISOString(), asked });
  return held;
}

/** Consents are given anew with each form. */
const textsOnly = ({ consent: _, ...values }: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)]] : [],
    ),
  );

/** The order of an accepted request was placed from its form. */
export const requestPlaced = async (work: Work, id: string): Promise<unknown> =>
  work.tx.update(screenedRequests).set({ state: "placed", kept: null, values: {} }).where(eq(screenedRequests.id, id));
