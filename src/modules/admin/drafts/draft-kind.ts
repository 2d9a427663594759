import { isDeepStrictEqual } from "node:util";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Setting } from "#src/platform/settings.ts";
import type { FieldError } from "#src/shared/outcome.ts";

/** Which published version it is, by whom and when. */
export type Stamp = { number: number; by: string; at: string };

/** Something of the site that an admin drafts and publishes: its parts `T`, and the setting `S` that keeps what is published. */
export type DraftKind<T extends object, S extends Stamp = Stamp & T> = {
  setting: Setting<S>;
  /** What a person calls each part. */
  labels: Readonly<Record<keyof T & string, string>>;
  /** What somebody else may have published meanwhile: "another look", "this page". */
  published: string;
  read: (stored: S) => T;
  write: (draft: T, stamp: Stamp) => S;
  /** What keeps a draft from being published, by its fields. */
  check: (draft: T, runtime: Runtime) => Promise<readonly FieldError[]>;
};

type Labels<T extends object> = Pick<DraftKind<T, never>, "labels">;

/** The parts in which two versions differ. */
export const differing = <T extends object>({ labels }: Labels<T>, one: T, other: T): readonly (keyof T & string)[] =>
  (Object.keys(labels) as (keyof T & string)[]).filter((part) => !isDeepStrictEqual(one[part], other[part]));

/** What was published meanwhile, with what the draft changed: of a part that both changed, the draft's. */
export function merged<T extends object>(kind: Labels<T>, base: T, draft: T, published: T): T {
  const own = differing(kind, base, draft).map((part) => [part, draft[part]] as const);
  return { ...published, ...(Object.fromEntries(own) as Partial<T>) };
}
