import { closeSync, fstatSync, openSync } from "node:fs";
import { Refused } from "../results.ts";
import { fileSource, type Source } from "../source.ts";
import { readDirectory } from "../zip/directory.ts";
import { detectType, type FileType } from "./detect-type.ts";
import { endingOf, servedAs } from "./formats.ts";

const open = "application/vnd.openxmlformats-officedocument";

/** The main part of each kind of office file, with and without macros. */
const mainParts: readonly (readonly [string, string, string])[] = [
  ["word/", `${open}.wordprocessingml.document`, "application/vnd.ms-word.document.macroenabled.12"],
  ["xl/", `${open}.spreadsheetml.sheet`, "application/vnd.ms-excel.sheet.macroenabled.12"],
  ["ppt/", `${open}.presentationml.presentation`, "application/vnd.ms-powerpoint.presentation.macroenabled.12"],
];

/** An office file by the names in its directory, for archives whose first bytes are not conclusive. */
function officeMime(names: readonly string[]): string | undefined {
  if (!names.includes("[Content_Types].xml")) return;
  const main = mainParts.find(([folder]) => names.some((name) => name.startsWith(folder)));
  return main?.[names.some((name) => name.endsWith("vbaProject.bin")) ? 2 : 1];
}

/** The names in an archive's directory; none when the directory is one we refuse to read. */
function namesIn(source: Source): string[] {
  try {
    return readDirectory(source).map((entry) => entry.name);
  } catch (error) {
    if (error instanceof Refused || error instanceof RangeError) return [];
    throw error;
  }
}

/** Like `detectType`, for a file on disk: an archive is looked up in its directory too. */
export async function detectFile(path: string, name: string): Promise<FileType> {
  const fd = openSync(path, "r");
  try {
    const source = fileSource(fd, fstatSync(fd).size);
    const type = await detectType(source.read(0, 64 * 1024).slice(), name);
    const mime = type.mime === "application/zip" ? officeMime(namesIn(source)) : undefined;
    const format = mime ? servedAs(mime) : undefined;
    if (!format) return type;
    const ending = endingOf(name);
    return {
      mime: format.mime,
      kind: format.kind,
      agreesWithName: ending === "" || format.endings.includes(ending),
    };
  } finally {
    closeSync(fd);
  }
}
