import { isDeepStrictEqual } from "node:util";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Setting } from "#src/platform/settings.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { shortestEdits } from "#src/shared/shortest-edits.ts";

/** More changed lines than this are not merged: then the whole text counts as changed by both. */
const mostEdits = 1_500;

/** Where each line of one text stands in the other; undefined where it is gone. Null: they differ too much. */
function placesIn(before: readonly string[], now: readonly string[]): (number | undefined)[] | null {
  const edits = shortestEdits(before, now, mostEdits);
  if (!edits) return null;
  const places: (number | undefined)[] = [];
  for (const { mark, at } of edits) if (mark !== "added") places.push(mark === "same" ? at : undefined);
  return places;
}

const same = (one: readonly string[], other: readonly string[]): boolean => one.join("\n") === other.join("\n");

/**
 * The changes of two people to one text, line by line. Where both changed the same lines, `mine` stays, and `both` says
 * so.
 */
export function mergeTexts(base: string, mine: string, theirs: string): { text: string; both: boolean } {
  const [old, own, other] = [base.split("\n"), mine.split("\n"), theirs.split("\n")];
  const [inOwn, inOther] = [placesIn(old, own), placesIn(old, other)];
  if (!inOwn || !inOther) return { text: mine, both: true };
  const lines: string[] = [];
  let both = false;
  let [from, fromOwn, fromOther] = [0, 0, 0];
  for (let at = 0; at <= old.length; at += 1) {
    const line = old[at];
    const toOwn = line === undefined ? own.length : inOwn[at];
    const toOther = line === undefined ? other.length : inOther[at];
    if (toOwn === undefined || toOther === undefined) continue;
    const before = old.slice(from, at);
    const [ownPart, otherPart] = [own.slice(fromOwn, toOwn), other.slice(fromOther, toOther)];
    if (!same(ownPart, before) && !same(otherPart, before) && !same(ownPart, otherPart)) both = true;
    lines.push(...(same(ownPart, before) ? otherPart : ownPart), ...(line === undefined ? [] : [line]));
    [from, fromOwn, fromOther] = [at + 1, toOwn + 1, toOther + 1];
  }
  return { text: lines.join("\n"), both };
}

/** Which published version it is, by whom and when. */
export type Stamp = { number: number; by: string; at: string };

/** Something of the site that an admin drafts and publishes: its parts `T`, and the setting `S` that keeps what is published. */
export type DraftKind<T extends object, S extends Stamp = Stamp & T> = {
  setting: Setting<S>;
  /** What a person calls each part. */
  labels: Readonly<Record<keyof T & string, string>>;
  /** What a part is that a version does not have. */
  absent?: Partial<T>;
  /** What somebody else may have published meanwhile: "another look", "this page". */
  published: string;
  read: (stored: S) => T;
  write: (draft: T, stamp: Stamp) => S;
  /** What keeps a draft from being published, by its fields. */
  check: (draft: T, runtime: Runtime) => Promise<readonly FieldError[]>;
};

type Labels<T extends object> = Pick<DraftKind<T, never>, "labels" | "absent">;

const partOf = <T extends object>({ absent }: Labels<T>, version: T, part: keyof T & string): unknown =>
  version[part] === undefined ? absent?.[part] : version[part];

/** The parts in which two versions differ. */
export const differing = <T extends object>(kind: Labels<T>, one: T, other: T): readonly (keyof T & string)[] =>
  (Object.keys(kind.labels) as (keyof T & string)[]).filter(
    (part) => !isDeepStrictEqual(partOf(kind, one, part), partOf(kind, other, part)),
  );

/**
 * What was published meanwhile, with what the draft changed; texts are merged line by line. `both` are the parts where
 * both changed the same: there the draft's stays.
 */
export function merged<T extends object>(kind: Labels<T>, base: T, draft: T, published: T) {
  const result = { ...published };
  const both: (keyof T & string)[] = [];
  const theirs = differing(kind, base, published);
  for (const part of differing(kind, base, draft)) {
    const [old, own, other]: readonly unknown[] = [base, draft, published].map((one) => partOf(kind, one, part));
    const texts = typeof old === "string" && typeof own === "string" && typeof other === "string";
    const joined = texts ? mergeTexts(old, own, other) : { text: own, both: theirs.includes(part) };
    result[part] = joined.text as T[typeof part];
    if (joined.text !== undefined && joined.text === kind.absent?.[part]) delete result[part];
    if (joined.both) both.push(part);
  }
  return { result, both };
}
