import { FileArchive, FileSpreadsheet, Film, Image } from "lucide-react";
import { type Drawing, FileText } from "#src/ui/icons.tsx";
import { endingOf } from "../domain/names.ts";

const kinds: readonly (readonly [Drawing, readonly string[]])[] = [
  [Image, ["png", "jpg", "jpeg", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff", "svg"]],
  [FileSpreadsheet, ["xlsx", "xls", "ods", "csv", "tsv", "sav", "dta", "rds"]],
  [FileArchive, ["zip", "rar", "7z", "gz", "tar", "xz"]],
  [Film, ["mp4", "mov", "webm", "mkv", "avi", "mp3", "m4a", "wav", "ogg"]],
];

/** The drawing of a file by the end of its name. */
export const drawingFor = (name: string): Drawing =>
  kinds.find(([, endings]) => endings.includes(endingOf(name)))?.[0] ?? FileText;

/** "PDF"; nothing for a name without an ending. */
export const kindLabel = (name: string): string => endingOf(name).toUpperCase();

/** The note on a file that its owner sent as it is. */
export const sentAsItIsNote = "Sent as it is: names, and what acts when it is opened, were not taken out of this file.";

/** Other drawings of files. They stand here and not in `ui`, so that pages without files do not carry them. */
export { Camera, Check, Download, Paperclip, Pause, Play, Trash2 } from "lucide-react";
