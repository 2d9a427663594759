import { z } from "zod";
import { inTransaction } from "#src/platform/command.ts";
import { countUses } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { refusalOf } from "#src/shared/honest-use/refusal.ts";
import { invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { refuseMessage, tidyMessage } from "../domain/message.ts";

/** What every message has, wherever it goes. */
export const messageFields = {
  /** Made by the sender: the same id again is the same message. */
  id: z.uuid("Send an id of your own with each message."),
  message: z
    .string("Write a text.")
    .max(100_000, "A message has at most 10,000 characters.")
    .transform(tidyMessage)
    .default(""),
  fileId: z.uuid().optional(),
};

const askHere = "If we misread it, ask a person to read it.";

/** Refuses words that ask for what the operator does not do, beside the field. `mayAsk`: Support may read them all the same. */
export function refuseDishonest(text: string, { mayAsk }: { mayAsk: boolean }): Refusal | null {
  const message = refusalOf(text, undefined, mayAsk ? askHere : undefined);
  if (message === null) return null;
  return { ...invalid([{ path: "message", message }], message), ...(mayAsk && { data: { mayAsk } }) };
}

type Asked = { message: string; fileId?: string | undefined };

/**
 * Takes a message in a transaction of its own. Refuses signed-out (with these words), blank texts without a file, more
 * than 10,000 characters, and too many at once; refused ones count, too.
 */
export async function acceptMessage<Sent>(
  ctx: Ctx,
  asked: Asked,
  signedOut: string,
  take: (work: Work) => Promise<Outcome<Sent>>,
): Promise<Outcome<Sent>> {
  if (ctx.viewer.kind !== "person") return refuse("signed-out", signedOut);
  const wrong = refuseMessage({ text: asked.message, hasFile: asked.fileId !== undefined });
  if (wrong) return invalid([{ path: "message", message: wrong }], wrong);
  const sent = await inTransaction(ctx, async (work) => (await spendMessage(work)) ?? take(work));
  // The refusal took back what it had counted, and tries count, too.
  if (!sent.ok && sent.code !== "too-many" && sent.code !== "unavailable")
    await spendMessage({ tx: ctx.runtime.db, ctx, viewer: ctx.viewer, now: ctx.runtime.clock() });
  return sent;
}

/** 30 messages a minute, of them 10 within 10 seconds. */
const windows = [
  { most: 30, seconds: 60 },
  { most: 10, seconds: 10 },
] as const;

/** Counts one message of the viewer; null while the limits hold. */
async function spendMessage({
  tx,
  ctx,
  viewer,
  now,
}: Pick<Work, "tx" | "ctx" | "viewer" | "now">): Promise<Refusal | null> {
  if (viewer.kind !== "person") return null;
  const factor = ctx.runtime.config.limitsFactor;
  const uses = windows.map(({ most, seconds }) => ({
    key: `chat:${seconds}:${viewer.id}`,
    most: most * factor,
    seconds,
  }));
  const wait = await countUses(tx, uses, now);
  if (wait === null) return null;
  return refuse("too-many", `That was many messages at once. Try again in ${wait} s.`, { retryAfter: wait });
}
