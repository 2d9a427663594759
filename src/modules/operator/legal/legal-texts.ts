import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { inTransaction } from "#src/platform/command.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Runtime, systemCtx } from "#src/platform/runtime.ts";
import type { Work } from "#src/platform/work.ts";
import { done } from "#src/shared/outcome.ts";
import { localOf } from "#src/shared/zone.ts";
import type { Block, PageText, Placeholders } from "../pages/page-text.ts";
import { type LegalName, pageSource, shippedText, textPage } from "../pages/pages.ts";
import { plainText } from "../pages/plain-text.ts";
import { readPage } from "../pages/read-page.ts";
import { settingValues } from "../pages/setting-values.ts";
import { siteSetting } from "../settings.ts";
import { legalVersions } from "../tables.ts";
import { nextVersion, type OrderVersions, type ShownVersions } from "./versions.ts";

/** A text that people accept, as it is read, under the version that is kept with what they accept. */
export type LegalText = { name: LegalName; version: string; page: PageText };

const digestOf = (page: PageText): string => createHash("sha256").update(plainText(page)).digest("hex");

/** The points of the promise: a list is all that its page may have. */
const promisePoints = ({ blocks }: PageText): Extract<Block, { kind: "list" }>["items"] =>
  blocks.flatMap((block) => (block.kind === "list" ? block.items : []));

/** Whether a page can stand in the form of an order: a title, and one list of sentences. */
export const isPromise = ({ lede, blocks }: PageText): boolean =>
  lede === null &&
  blocks.length === 1 &&
  blocks.every(({ kind }) => kind === "list") &&
  promisePoints({ title: "", lede, blocks }).every((point) => point.length === 1 && point[0]?.kind === "text");

/** What the page of a text prints beside what settings say; only the terms print the promise. */
export async function legalValues(runtime: Runtime, name: LegalName, version: string): Promise<Placeholders> {
  const values = { ...(await settingValues(runtime, name)), version: { text: version } };
  if (name !== "terms") return values;
  const promise = await legalText(runtime, "fair-use-promise");
  const items = promisePoints(promise.page);
  return {
    ...values,
    "version of the promise": { text: promise.version },
    "fair-use promise": {
      block: { kind: "list", ordered: false, start: 1, items },
      says: `${items.length} points of the fair-use promise`,
    },
  };
}

type Print = (version: string) => PageText;

/** How a page is read under a version. */
async function printerOf(runtime: Runtime, name: LegalName): Promise<Print> {
  const page = textPage(name);
  if (!page) throw new Error(`${name} is no page`);
  const { text } = pageSource(runtime.config.home, page, await runtime.settings.get(page.setting));
  const values = await legalValues(runtime, name, "");
  return (version) => {
    const { title, lede, blocks } = readPage(text, page.label, { ...values, version: { text: version } });
    return { title, lede, blocks };
  };
}

const textOf = ({ name, version, page }: typeof legalVersions.$inferSelect): LegalText => ({
  name: name as LegalName,
  version,
  page,
});

async function ofDigest(db: Database, name: LegalName, digest: string): Promise<LegalText | null> {
  const same = and(eq(legalVersions.name, name), eq(legalVersions.digest, digest));
  const [row] = await db.select().from(legalVersions).where(same);
  return row ? textOf(row) : null;
}

type Latest = { settings: number; text: LegalText };
/** Each form that accepts the texts asks for their versions: they are read anew when a setting was saved. */
const latest = new WeakMap<Runtime, Map<LegalName, Latest>>();

/**
 * The text that binds now, with its version. Words that no version has, because an admin published them or a setting
 * that they print was changed, become a version here, so no form can show one without keeping it.
 */
export async function legalText(runtime: Runtime, name: LegalName): Promise<LegalText> {
  const settings = await runtime.settings.version();
  const texts = latest.get(runtime) ?? new Map<LegalName, Latest>();
  latest.set(runtime, texts);
  const last = texts.get(name);
  if (last?.settings === settings) return last.text;
  const text = await versionOf(runtime, name, await printerOf(runtime, name));
  texts.set(name, { settings, text });
  return text;
}

async function versionOf(runtime: Runtime, name: LegalName, print: Print): Promise<LegalText> {
  const digest = digestOf(print(""));
  const known = await ofDigest(runtime.db, name, digest);
  if (known) return known;
  const made = await inTransaction(systemCtx(runtime, "legal-texts"), async (work) => {
    await work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`operator:${name}`}, 0))`);
    const before = await ofDigest(work.tx, name, digest);
    return done(before ?? (await addVersion(work, name, digest, print)));
  });
  if (!made.ok) throw new Error(`The version of ${name} could not be kept: ${made.message}`);
  return made.value;
}

async function addVersion({ tx, ctx, now }: Work, name: LegalName, digest: string, print: Print): Promise<LegalText> {
  const { home } = ctx.runtime.config;
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  const rows = await tx
    .select({ version: legalVersions.version })
    .from(legalVersions)
    .where(eq(legalVersions.name, name));
  const version =
    rows.length === 0
      ? shippedText(home, name).version
      : nextVersion(
          localOf(now, timeZone).date,
          rows.map((row) => row.version),
        );
  const page = print(version);
  await tx.insert(legalVersions).values({ name, version, digest, page, createdAt: now });
  return { name, version, page };
}

/** What the form of an order shows and accepts: the promise itself, and which versions of all three. */
export async function orderTexts(runtime: Runtime) {
  const promise = await legalText(runtime, "fair-use-promise");
  const { title } = promise.page;
  const versions: OrderVersions = { ...(await accountTexts(runtime)), fairUseVersion: promise.version };
  const points = promisePoints(promise.page).map(([point]) => (point?.kind === "text" ? point.of : []));
  return { versions, promise: { title, points } };
}
export type OrderTexts = Awaited<ReturnType<typeof orderTexts>>;

/** Which versions the form of a new account shows and accepts. */
export async function accountTexts(runtime: Runtime): Promise<ShownVersions> {
  const privacy = await legalText(runtime, "privacy-policy");
  const terms = await legalText(runtime, "terms");
  return { termsVersion: terms.version, privacyVersion: privacy.version };
}
