import { z } from "zod";
import { protectionSetting } from "#src/modules/accounts/index.server.ts";
import { isOwner } from "#src/modules/accounts/index.ts";
import { sizeLabel } from "#src/modules/files/index.ts";
import { shopSetting } from "#src/modules/pricing/index.server.ts";
import { command } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { countUse } from "#src/platform/limits.ts";
import { refuseWhileHeld } from "#src/platform/outgoing-hold.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { saveSetting, seenAtOnce } from "#src/platform/save-setting.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { Work } from "#src/platform/work.ts";
import { counted } from "#src/shared/counted.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { setupMarks } from "../tables.ts";
import { type Result, tryAddress, tryMail, tryProvider, tryStorage } from "./checks.ts";
import { backupMark, type CheckedThing, checkedThings, gatherSetup, markOf } from "./facts.ts";
import { textsToRead } from "./setup-step.ts";

/** Keeps one answer; an older one of the same thing is replaced. */
async function keepMark(work: Pick<Work, "tx" | "now">, key: string, { ok, message }: Result, of = ""): Promise<void> {
  const row = { ok, message: message.slice(0, 1000), of, at: work.now };
  await work.tx
    .insert(setupMarks)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: setupMarks.key, set: row });
}

const textKeys = textsToRead.map(({ key }) => key);

/** The owner opens one of the texts that clients accept. Returns its address; refuses not-found. */
export const readText = command("admin.setup-read-text", {
  input: z.strictObject({ text: z.enum(textKeys) }),
  run: async (work, { text }): Promise<Outcome<string>> => {
    const found = textsToRead.find(({ key }) => key === text);
    if (!isOwner(work.viewer) || !found) return notFound();
    await keepMark(work, `text:${text}`, { ok: true, message: "" });
    return done(found.to);
  },
});

/** The owner has seen the price list and keeps it as it is. Refuses not-found. */
export const acceptPrices = command("admin.setup-accept-prices", {
  input: z.strictObject({}),
  run: async (work): Promise<Outcome<null>> => {
    if (!isOwner(work.viewer)) return notFound();
    await keepMark(work, "prices", { ok: true, message: "" });
    return done(null);
  },
});

/** The owner says that the hours of protection are kept; other hours are said again. Refuses not-found. */
export const acceptProtection = command("admin.setup-accept-protection", {
  input: z.strictObject({}),
  run: async (work): Promise<Outcome<null>> => {
    if (!isOwner(work.viewer)) return notFound();
    const { version } = await readSetting(work.tx, protectionSetting);
    await keepMark(work, "protection", { ok: true, message: "" }, String(version));
    return done(null);
  },
});

const keepAnswer = command("admin.setup-keep-answer", {
  input: z.strictObject({ thing: z.enum(checkedThings), ok: z.boolean(), message: z.string() }),
  run: async (work, { thing, ...result }): Promise<Outcome<null>> => {
    if (!isOwner(work.viewer)) return notFound();
    await keepMark(work, thing, result, markOf(work.ctx.runtime, thing));
    return done(null);
  },
});

const secondsBetween = 10;

type Seen = Parameters<typeof tryAddress>[1];

function tried({ runtime }: Ctx, thing: CheckedThing, to: string, seen: Seen): Promise<Result> {
  if (thing === "mail") return tryMail(runtime, to);
  if (thing === "address") return tryAddress(runtime, seen);
  return thing === "files" ? tryStorage(runtime) : tryProvider(runtime, thing);
}

/**
 * Checks one thing for real, outside of any transaction, and keeps the answer. A test e-mail goes to the owner who asks;
 * `seen`: what the request of the owner says of the address.
 * Refuses not-found, too-many within 10 seconds, and conflict while nothing may leave the shop.
 */
export async function checkNow(ctx: Ctx, thing: CheckedThing, seen?: Seen): Promise<Outcome<Result>> {
  const { viewer, runtime } = ctx;
  if (!isOwner(viewer) || viewer.kind !== "person") return notFound();
  const held = thing === "mail" ? await refuseWhileHeld(runtime.db) : null;
  if (held) return held;
  const wait = await countUse(runtime.db, { key: `setup:${thing}`, most: 1, seconds: secondsBetween }, runtime.clock());
  if (wait !== null)
    return { ...refuse("too-many", `It was checked just now. Wait ${wait} seconds.`), retryAfter: wait };
  const result = await tried(ctx, thing, viewer.email, seen);
  const kept = await keepAnswer(ctx, { thing, ...result });
  return kept.ok ? done(result) : kept;
}

const wantsOpen = z.strictObject({ open: z.boolean() });

/**
 * Opens the shop for orders, or closes it again. Refuses not-found, and conflict while a step that opening needs is not
 * done or when somebody else changed it at the same moment.
 */
export const switchShop = seenAtOnce(
  command<z.infer<typeof wantsOpen>, null>("admin.setup-switch-shop", {
    input: wantsOpen,
    run: async (work, { open }): Promise<Outcome<null>> => {
      if (!isOwner(work.viewer)) return notFound();
      if (open && !(await gatherSetup(work.ctx.runtime, work.tx, "UTC")).progress.mayOpen)
        return refuse("conflict", "A step that is needed to open is not done yet.");
      const { value, version } = await readSetting(work.tx, shopSetting);
      const saved =
        value.open === open ? done(version) : await saveSetting(work, shopSetting, { ...value, open }, version);
      return saved.ok ? done(null) : saved;
    },
  }),
);

/** What a backup by hand was: bytes of all its parts, and files that were missing or altered before it was made. */
type BackupFacts = { bytes: number; damaged: number };

/** The record of a backup that `npm run backup` made: when, how large, and whether its files were as they were sent. */
export async function noteBackup(db: Database, at: Date, { bytes, damaged }: BackupFacts): Promise<void> {
  const checked =
    damaged === 0 ? "every file was compared." : `${counted(damaged, "file")} missing or altered before it was made.`;
  const message = `Made by hand, ${sizeLabel(bytes)}, ${checked}`;
  await keepMark({ tx: db, now: at }, backupMark, { ok: damaged === 0, message });
}
