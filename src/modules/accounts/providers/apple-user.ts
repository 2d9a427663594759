import { z } from "zod";
import type { ProviderName } from "../domain/display-name.ts";

const part = z.string().max(200).optional().catch(undefined);
const user = z.object({
  displayName: part,
  name: z.object({ firstName: part, lastName: part }).optional().catch(undefined),
});
const longest = 4000;

/**
 * The names in the `user` field that Apple posts at the first consent. Nobody signed it: only names are taken, and
 * whatever does not look like it says gives none.
 */
export function appleNames(raw: string | undefined): Pick<ProviderName, "name" | "first" | "last"> {
  if (!raw || raw.length > longest) return {};
  try {
    const read = user.safeParse(JSON.parse(raw));
    if (!read.success) return {};
    const { displayName: name, name: names } = read.data;
    return { ...(name && { name }), first: names?.firstName, last: names?.lastName };
  } catch {
    return {};
  }
}
