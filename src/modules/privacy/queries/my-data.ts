import { z } from "zod";
import { leavingPerson } from "#src/modules/accounts/index.server.ts";
import { countUse } from "#src/platform/limits.ts";
import type { HeldFile } from "#src/platform/personal-data.ts";
import { query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse, stepUp } from "#src/shared/outcome.ts";
import { daySeconds } from "#src/shared/units.ts";
import { isFresh } from "#src/shared/viewer.ts";
import { dataInventory, reasonsToKeep } from "../data-inventory.ts";

const perDay = 2;

/**
 * Everything held about the viewer, one file after the other, read when it is asked for. Refused to guests, before the
 * second factor was shown, without a fresh sign-in, and for the third time in a day.
 */
export async function gatherMyData(ctx: Ctx): Promise<Outcome<AsyncIterable<HeldFile>>> {
  const { runtime, viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in to download your data.");
  if (viewer.waitingRole !== null) return refuse("forbidden", "Show your second factor first.");
  const now = runtime.clock();
  if (!isFresh(viewer, now)) return stepUp();
  const person = await leavingPerson(runtime.db, viewer.id);
  if (!person) return notFound();
  const most = perDay * runtime.config.limitsFactor;
  const wait = await countUse(runtime.db, { key: `privacy:download:${viewer.id}`, most, seconds: daySeconds }, now);
  if (wait !== null)
    return refuse("too-many", "You can download your data twice a day. Try again tomorrow.", { retryAfter: wait });
  runtime.log.info({ viewer: viewer.id, request: ctx.request.id }, "a person downloads the own data");
  return done(gather(ctx, person));
}

async function* gather(ctx: Ctx, person: { id: string; email: string }): AsyncIterable<HeldFile> {
  for (const one of dataInventory) yield* one.gather(ctx, person);
}

/** When the own account goes, or what must end before it can. */
export const myDeparture = query<Record<string, never>, { dueAt: Date | null; reasons: string[] }>(
  "privacy.my-departure",
  {
    input: z.strictObject({}),
    run: async ({ db, viewer }) => {
      if (viewer.kind !== "person") return refuse("signed-out", "Sign in to see your data.");
      const person = await leavingPerson(db, viewer.id);
      if (!person) return notFound();
      return done({ dueAt: person.dueAt, reasons: person.dueAt ? [] : await reasonsToKeep(db, person, viewer) });
    },
  },
);

const about = `This archive holds what this shop keeps about you.

account/    your profile, ways to sign in, sessions, and the record of what was done with your account
orders/     each order that you placed: what you asked for, what was said, what was delivered
written/    for writers: each order that you wrote for
payments.json, quotes.json, mails.json
files/      files that you sent

Times are UTC. Amounts are in cents. Passwords, codes and keys are not in it: they are kept in a form nobody can read.
`;

/** A ZIP archive as a stream: one file of the person after the other, nothing gathered in memory. */
export async function archiveOf(files: AsyncIterable<HeldFile>, now: Date): Promise<ReadableStream<Uint8Array>> {
  const { makeZip } = await import("client-zip");
  return makeZip(entries(files, now));
}

async function* entries(files: AsyncIterable<HeldFile>, lastModified: Date) {
  yield { name: "READ-ME.txt", input: about, lastModified };
  for await (const file of files)
    yield "rows" in file
      ? { name: file.path, input: JSON.stringify(file.rows, null, 2), lastModified }
      : {
          name: file.path,
          input: await file.open(),
          ...(file.size !== undefined && { size: file.size }),
          lastModified,
        };
}
