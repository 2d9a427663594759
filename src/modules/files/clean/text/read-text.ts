import { closeSync, fstatSync, openSync } from "node:fs";
import { asText } from "../detect/text.ts";
import { Refused, uncleanableBy } from "../results.ts";
import { fileSource, type Source } from "../source.ts";
import { docxText } from "./docx-text.ts";
import { type FileText, mostText, type OnPage, type TextReading } from "./file-text.ts";
import { pdfText } from "./pdf-text.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const mostPlain = 10 * 1024 * 1024;

function plainText(source: Source): FileText {
  if (source.size > mostPlain) throw new Refused("too-large", "The file is larger than 10 MB.");
  const text = asText(source.read(0, source.size).slice());
  if (text === null) throw new Refused("unsupported", "The file is not plain text in UTF-8 or UTF-16.");
  return { result: "read", text: text.replaceAll("\r\n", "\n").slice(0, mostText), tables: 0, pages: null };
}

async function textOf(source: Source, mime: string, onPage: OnPage): Promise<FileText> {
  if (mime.startsWith("text/")) return plainText(source);
  if (mime === docx) return docxText(source);
  if (mime === "application/pdf") return pdfText(source, onPage);
  throw new Refused("unsupported", "This kind of file has no text that we can read.");
}

/** Reads the text of a plain text, Markdown, docx or PDF file; says in words why a file cannot be read. `onPage` hears the pages of a PDF. */
export async function readText(path: string, mime: string, onPage: OnPage): Promise<TextReading> {
  const fd = openSync(path, "r");
  try {
    return await textOf(fileSource(fd, fstatSync(fd).size), mime, onPage);
  } catch (error) {
    return uncleanableBy(error);
  } finally {
    closeSync(fd);
  }
}
