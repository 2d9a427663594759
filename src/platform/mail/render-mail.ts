import { isOwnPath } from "#src/shared/next.ts";
import type { MailContent } from "./content.ts";
import { htmlPart } from "./html-part.ts";
import { textPart } from "./text-part.ts";

/** Of whom an e-mail comes: the shop's name, its main colour as "#RRGGBB", and its icon as PNG. */
export type MailShop = { siteName: string; pen: string; icon?: Uint8Array | null };

/** Both parts of a mail by the one layout. Links start with the configured address, never with one from a request. */
export function renderMail(
  content: MailContent,
  { baseUrl, siteName, pen, icon }: MailShop & { baseUrl: URL },
): { text: string; html: string } {
  const path = content.button?.path;
  const link = path && isOwnPath(path) ? new URL(path, baseUrl).href : null;
  const frame = { link, siteName, pen, hasIcon: Boolean(icon), baseUrl: baseUrl.origin };
  return { text: textPart(content, frame), html: htmlPart(content, frame) };
}
