import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { altered, BackupRefused, manifestPart, newer, sealedManifestPart } from "./parts.ts";
import type { Seal } from "./seal.ts";
import type { BackupSource } from "./targets/target.ts";

/** Of the layout; a program refuses a higher one than it knows. The second one is encrypted. */
export const format = 1;
const sealedFormat = 2;

/** A part of the backup before it is encrypted: its size in bytes and the SHA-256 of its bytes in hexadecimal. */
const measured = { bytes: z.int().min(0), sha256: z.string().length(64) };
const name = z.string().min(1);

/** What recognises a backup: of an encrypted one, all that can be read without its key. */
const headSchema = z.object({ format: z.int(), at: z.iso.datetime(), installId: name });

const schema = headSchema.extend({
  mode: z.enum(["demo", "real"]),
  /** Drizzle's instants of the applied migrations. */
  migrations: z.array(z.int()).min(1),
  /** Recognises the secret without telling it. */
  secretMark: name,
  tables: z.array(z.object({ name, columns: z.array(name), rows: z.int().min(0), ...measured })),
  sequences: z.array(z.object({ name, last: z.string(), used: z.boolean() })),
  files: z.array(z.object({ key: name, ...measured })),
  /** Keys of files that were missing or altered before the backup was made. */
  damaged: z.array(name),
});

export type Head = z.infer<typeof headSchema>;
export type Manifest = z.infer<typeof schema>;

export const isSealed = ({ format: given }: Head): boolean => given === sealedFormat;

const hashOf = (json: string): string => createHash("sha256").update(json).digest("hex");
const written = (manifest: object): string =>
  `{"sha256":"${hashOf(JSON.stringify(manifest))}",\n"manifest":${JSON.stringify(manifest)}}\n`;

/** The parts that a manifest is written as, in this order: without the last of them there is no whole backup. */
export const manifestParts = (
  manifest: Manifest,
  sealed: boolean,
): { part: string; text: string; close: boolean }[] => {
  const { at, installId } = manifest;
  if (!sealed) return [{ part: manifestPart, text: written(manifest), close: false }];
  return [
    { part: sealedManifestPart, text: written(manifest), close: true },
    { part: manifestPart, text: written({ format: sealedFormat, at, installId }), close: false },
  ];
};

/** Throws one sentence when this is no backup, a torn or altered one, or one of a newer version. */
export async function readHead(source: BackupSource): Promise<Head & { whole: unknown }> {
  const file = await source.read(manifestPart);
  if (!file) throw new Error(`${source.label} is no whole backup: it has no manifest.json, which is written last.`);
  const whole = parsed(await text(file), source.labelOf(manifestPart));
  const { format: given } = z.object({ format: z.int() }).parse(whole);
  if (given > sealedFormat) throw new BackupRefused(newer(source.label));
  return { ...valid(headSchema, whole, source.labelOf(manifestPart)), whole };
}

/** The manifest; an encrypted one wants the seal. Throws one sentence when it is torn or altered. */
export async function readManifest(source: BackupSource, seal: Seal): Promise<Manifest> {
  const head = await readHead(source);
  if (!isSealed(head)) return valid(schema, head.whole, source.labelOf(manifestPart));
  const part = sealedManifestPart + seal.suffix;
  const label = source.labelOf(part);
  const file = await source.read(part);
  if (!file) throw new BackupRefused(altered([label]));
  const manifest = valid(schema, parsed(await text(await seal.open(file, label)), label), label);
  if (manifest.at !== head.at || manifest.installId !== head.installId)
    throw new BackupRefused(altered([source.labelOf(manifestPart)]));
  return manifest;
}

function parsed(json: string, label: string): object {
  try {
    const { sha256, manifest } = JSON.parse(json);
    if (manifest && typeof manifest === "object" && hashOf(JSON.stringify(manifest)) === sha256) return manifest;
  } catch {
    // said below
  }
  throw new BackupRefused(altered([label]));
}

function valid<T>(of: z.ZodType<T>, given: unknown, label: string): T {
  const read = of.safeParse(given);
  if (!read.success) throw new BackupRefused(altered([label]));
  return read.data;
}
