import { storableName } from "../domain/names.ts";

/** Types that are sent under their own name; every other file is a stream of octets that is saved, never shown. */
const named: readonly string[] = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "text/plain; charset=utf-8",
  "text/plain; charset=utf-16",
];

const shown = (type: string): boolean => type === "application/pdf" || type.startsWith("image/");

/** Content-Type and disposition of a file by its checked type; `view` asks to show pictures and PDFs in the browser. */
export function serveAs(type: string | null, name: string, view: boolean): { type: string; disposition: string } {
  const known = type !== null && named.includes(type) ? type : null;
  return {
    type: known ?? "application/octet-stream",
    disposition: disposition(view && known !== null && shown(known) ? "inline" : "attachment", name),
  };
}

/** RFC 6266: a plain name for old programs, the true one by RFC 8187; one that every system can store. */
function disposition(kind: "inline" | "attachment", given: string): string {
  const name = storableName(given);
  const plain = name.normalize("NFKD").replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
