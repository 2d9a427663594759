import { broken } from "../results.ts";
import type { Source } from "../source.ts";
import { unescapeXml, xmlDecoder } from "../xml/decode.ts";
import { type XmlEvent, xmlScanner } from "../xml/scan.ts";
import { readDirectory } from "../zip/directory.ts";
import { unpack } from "../zip/unpack.ts";
import { type FileText, mostText } from "./file-text.ts";

/** Gathers what stands in paragraphs; tables, deleted words, notes and fields' codes are left out (ECMA-376 part 1, 17). */
function gatherer(): { each(event: XmlEvent): void; done(): FileText } {
  let text = "";
  let [tables, tableDepth, hidden, inText] = [0, 0, 0, 0];
  const put = (more: string): void => {
    if (tableDepth === 0 && hidden === 0 && text.length < mostText) text += more;
  };
  const open = (name: string, closed: boolean): void => {
    if (name === "w:tab" || name === "w:br" || name === "w:cr") put(name === "w:tab" ? " " : "\n");
    if (closed) return;
    if (name === "w:tbl" && ++tableDepth === 1) tables++;
    if (name === "w:del" || name === "w:moveFrom") hidden++;
    if (name === "w:t") inText++;
  };
  const close = (name: string): void => {
    if (name === "w:tbl") tableDepth--;
    if (name === "w:del" || name === "w:moveFrom") hidden--;
    if (name === "w:t") inText--;
    if (name === "w:p") put("\n\n");
  };
  return {
    each(event) {
      if (event.kind === "open") open(event.name, event.closed);
      else if (event.kind === "close") close(event.name);
      else if (event.kind === "text" && inText > 0) put(unescapeXml(event.raw));
    },
    done: () => ({ result: "read", text: text.trim().slice(0, mostText), tables, pages: null }),
  };
}

/** The text of a Word document. Bounds of archives hold as for the cleaners: a bomb is refused before it is unpacked. */
export async function docxText(source: Source): Promise<FileText> {
  const part = readDirectory(source).find(({ name }) => name === "word/document.xml");
  if (!part) throw broken("document");
  const gathered = gatherer();
  const decoder = xmlDecoder();
  const scanner = xmlScanner(gathered.each);
  await unpack(source, part, (bytes) => scanner.push(decoder.push(bytes)));
  scanner.push(decoder.end());
  scanner.end();
  return gathered.done();
}
