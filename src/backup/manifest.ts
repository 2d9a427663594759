import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeWholeFile } from "#src/platform/whole-file.ts";

/** Of the folder's layout; a program refuses a higher one than its own. */
export const format = 1;

/** A file of the backup: its size in bytes and the SHA-256 of its bytes in hexadecimal. */
const measured = { bytes: z.int().min(0), sha256: z.string().length(64) };
const name = z.string().min(1);

const schema = z.object({
  format: z.int(),
  at: z.iso.datetime(),
  mode: z.enum(["demo", "real"]),
  installId: name,
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

export type Manifest = z.infer<typeof schema>;

/** Where the parts of a backup lie in its folder. */
export const tableFile = (folder: string, table: string): string => join(folder, "database", `${table}.copy`);
export const storedFile = (folder: string, key: string): string => join(folder, "files", key.slice(34, 36), key);
export const secretCopy = (folder: string): string => join(folder, "secret");
const manifestFile = (folder: string): string => join(folder, "manifest.json");

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Written last: a folder without it is no whole backup. */
export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeWholeFile(
    manifestFile(folder),
    `{"sha256":"${hashOf(JSON.stringify(manifest))}",\n"manifest":${JSON.stringify(manifest)}}\n`,
  );

/** Throws one sentence when the folder is no backup, a torn or altered one, or one of a newer version. */
export function readManifest(folder: string): Manifest {
  const file = manifestFile(folder);
  if (!existsSync(file))
    throw new Error(`${folder} is no whole backup: it has no manifest.json, which is written last.`);
  const { sha256, manifest } = parse(readFileSync(file, "utf8"));
  if (hashOf(JSON.stringify(manifest)) !== sha256) throw new Error(altered(file));
  const { format: given } = z.object({ format: z.int() }).parse(manifest);
  if (given > format) throw new Error(newer(folder));
  const read = schema.safeParse(manifest);
  if (!read.success) throw new Error(altered(file));
  return read.data;

  function parse(text: string): { sha256?: unknown; manifest?: unknown } {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new Error(altered(file), { cause });
    }
  }
}

export const newer = (folder: string): string =>
  `The backup ${folder} was made by a newer version of Paperwright: restore it with that version.`;

export const altered = (file: string): string =>
  `The backup is torn or was altered: ${file} is not what was written. Use another backup.`;
