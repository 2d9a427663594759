import { type Parts, zipped } from "../office.ts";
import { type ActingFile, address, mailLink, reach, share, stays } from "./acting-file.ts";
import { connection } from "./sheets.ts";
import { trackingPicture } from "./texts.ts";

const svg = (kind: string, inside: string): ActingFile => ({
  format: "svg",
  kind,
  mime: "application/octet-stream",
  bytes: () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><text>${stays}</text>${inside}</svg>`,
    ),
});

const plain = (format: string, kind: string, content: string, mime = "application/octet-stream"): ActingFile => ({
  format,
  kind,
  mime,
  bytes: () => Buffer.from(content),
  withheld: true,
});
type More = { withheld?: true; comment?: string };
const archive = (
  kind: string,
  parts: () => Parts | Promise<Parts>,
  { withheld, comment = "" }: More = {},
): ActingFile => ({
  format: "zip",
  kind,
  mime: "application/zip",
  ...(withheld && { withheld }),
  bytes: async () => withComment(zipped(await parts()), comment),
});

/** An archive with a comment at its end (APPNOTE 4.3.16). */
function withComment(zip: Uint8Array, comment: string): Uint8Array {
  const all = Buffer.concat([zip, Buffer.from(comment)]);
  all.writeUInt16LE(comment.length, zip.length - 2);
  return all;
}

/** Documents of a word processor that are one text each; both fetch a picture. */
const wordXml = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:pict><v:imagedata xmlns:v="urn:schemas-microsoft-com:vml" src="${address}"/></w:pict></w:wordDocument>`;
const openXml = `<?xml version="1.0"?>\n<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:mimetype="application/vnd.oasis.opendocument.text"><draw:image xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xlink:href="${address}"/></office:document>`;

export const actingOthers: readonly ActingFile[] = [
  svg("script", `<script>fetch("${address}")</script>`),
  svg("handler", `<rect onload="fetch('${address}')"/>`),
  svg("picture at an address", `<image xlink:href="${address}"/><use href="${address}#a"/>`),
  svg(
    "style that fetches",
    `<style>@import "${address}"; rect { fill: url(${address}) }</style><rect style="fill:url('${address}')"/>`,
  ),
  svg("style with escapes", `<style>rect { fill: \\75rl(${address}) }</style>`),
  svg("page inside", `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>`),
  svg("animated address", `<a><set attributeName="href" to="${address}"/></a>`),
  svg("style with a set of pictures", `<style>rect { fill: image-set("${address}" 1x) }</style>`),
  svg(
    "elements of a page",
    `<h:img xmlns:h="http://www.w3.org/1999/xhtml" srcset="${address}"/><h:meta xmlns:h="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${address}"/>`,
  ),
  {
    ...svg("document type at an address", ""),
    bytes: () =>
      Buffer.from(
        `<!DOCTYPE svg SYSTEM "${address}"><svg xmlns="http://www.w3.org/2000/svg"><text>${stays}</text></svg>`,
      ),
    withheld: true,
  },
  svg("link to a mailbox", `<a xlink:href="${mailLink}"><text>shown</text></a>`),
  svg("contact in a label", `<g aria-label="${reach}"/>`),
  svg("contact in a title", `<title>${reach}</title>`),
  plain("ipynb", "contact in a cell", `{"cells":[{"source":["# By ${reach}"]}],"nbformat":4}`),
  plain("ipynb", "contact far behind its beginning", `{"cells":[],"pad":"${"a ".repeat(700_000)}","by":"${reach}"}`),
  plain("xml", "document of Word in one XML", wordXml),
  plain("xml", "document of OpenDocument in one XML", openXml, "text/plain; charset=utf-8"),
  plain(
    "mhtml",
    "page with what it fetches",
    `MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<img src="${address}">`,
  ),
  plain(
    "url, scf, desktop",
    "shortcut",
    `[InternetShortcut]\r\nURL=${address}\r\nIconFile=${share}\r\n`,
    "text/plain; charset=utf-8",
  ),
  plain("iqy, slk", "query of the web", `WEB\r\n1\r\n${address}\r\n`, "text/plain; charset=utf-8"),
  plain(
    "html",
    "contact in its head",
    `<!doctype html><html><head><meta name="author" content="${reach}"></head></html>`,
  ),
  plain(
    "eml",
    "sender and receiver",
    `From: Maria <${reach}>\r\nTo: a@b.example\r\nSubject: Essay\r\n\r\n${stays}`,
    "text/plain; charset=utf-8",
  ),
  archive("document that fetches", async () => ({ "a.docx": await trackingPicture.bytes() })),
  archive("contact in a name", () => ({ [`from ${reach}/notes ${reach}.txt`]: stays })),
  archive("mail in it", () => ({ "a.eml": `From: ${reach}\r\nTo: a@b.example\r\nSubject: x\r\n\r\ny` }), {
    withheld: true,
  }),
  archive("comment of the archive", () => ({ "a.txt": stays }), { comment: reach }),
  archive("notebook with a contact in it", () => ({ "a.ipynb": `{"cells":["${reach}"]}` }), { withheld: true }),
  archive("shortcut in it", () => ({ "a.url": `[InternetShortcut]\nURL=${address}\n` }), { withheld: true }),
  archive("workbook with a connection in it", async () => ({ "a.xlsx": await connection.bytes() }), { withheld: true }),
];
