import type { FileRow } from "../tables.ts";
import { UploadRefused } from "./protocol.ts";

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const unreadable = () => new UploadRefused(400, "Upload-Metadata cannot be read.");

/**
 * "One or more comma-separated key-value pairs … The key MUST NOT contain spaces and commas and MUST NOT be empty …
 * the value MUST be Base64 encoded. All keys MUST be unique." Control characters in a value are refused.
 */
export function readMetadata(header: string | null): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const pair of header?.trim() ? header.split(",") : []) {
    const [key = "", value = "", ...more] = pair.trim().split(" ");
    if (key === "" || more.length > 0 || !base64.test(value) || read.has(key)) throw unreadable();
    const text = Buffer.from(value, "base64").toString("utf8");
    if (/\p{Cc}/u.test(text)) throw new UploadRefused(400, `The ${key} cannot hold line breaks or control characters.`);
    read.set(key, text);
  }
  return read;
}

/** What a file is announced with: filename, filetype, purpose, about. */
export function announcedBy(header: string | null) {
  const facts = readMetadata(header);
  return {
    name: facts.get("filename") ?? "",
    declaredType: facts.get("filetype") || null,
    purpose: facts.get("purpose") ?? "",
    about: facts.get("about") || null,
  };
}

/** "If an upload contains additional metadata, responses to HEAD requests MUST include the Upload-Metadata header." */
export const metadataOf = ({ name, declaredType, purpose, about }: FileRow): string =>
  Object.entries({ filename: name, filetype: declaredType, purpose, about })
    .flatMap(([key, value]) => (value ? [`${key} ${Buffer.from(value).toString("base64")}`] : []))
    .join(",");
