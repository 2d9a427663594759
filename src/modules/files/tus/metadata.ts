import type { Place } from "../domain/places.ts";
import type { FileRow } from "../tables.ts";
import { TusRefusal } from "./asking.ts";

type Given = Record<string, string | null> | undefined;
export type Announced = { name: string; declaredType: string | null; place: string; about: string | null };

/** What the sender says about a file: filename, filetype, place, about. Control characters are refused. */
export function readMetadata(given: Given): Announced {
  for (const [key, value] of Object.entries(given ?? {}))
    if (/\p{Cc}/u.test(value ?? ""))
      throw new TusRefusal(400, `The ${key} cannot hold line breaks or control characters.`);
  return {
    name: given?.filename ?? "",
    declaredType: given?.filetype || null,
    place: given?.place ?? "",
    about: given?.about || null,
  };
}

export const metadataOf = (file: FileRow): Record<string, string | null> => ({
  filename: file.name,
  ...(file.declaredType && { filetype: file.declaredType }),
  place: file.place satisfies Place,
  ...(file.about && { about: file.about }),
});
