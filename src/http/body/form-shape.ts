import { type BodyRead, bodyRead, bodyRefused } from "./body-refusal.ts";

const mostFields = 200;
const ampersand = 0x26;
export const formType = "application/x-www-form-urlencoded";

const essence = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/**
 * Refuses forms that cannot be read: more than 200 fields, or a multipart body that breaks off or has no boundary (400).
 * Other types pass.
 */
export async function checkForm(bytes: Buffer, type: string | null): Promise<BodyRead<null>> {
  const kind = essence(type ?? "");
  if (kind === formType) return fieldsIn(bytes) > mostFields ? bodyRefused(400) : bodyRead(null);
  if (kind !== "multipart/form-data" || type === null) return bodyRead(null);
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
    return [...form.keys()].length > mostFields ? bodyRefused(400) : bodyRead(null);
  } catch {
    return bodyRefused(400);
  }
}

/** Whether a page can read this type; no body and no type is an empty form. */
export const isForm = (type: string | null): boolean => [formType, "multipart/form-data"].includes(essence(type ?? ""));

function fieldsIn(bytes: Buffer): number {
  let count = 1;
  for (const byte of bytes) if (byte === ampersand) count += 1;
  return count;
}
