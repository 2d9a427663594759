import type { ActingFile } from "./acting-file.ts";
import { actingOthers } from "./others.ts";
import { actingPdfs } from "./pdfs.ts";
import { actingSheets } from "./sheets.ts";
import { actingTexts } from "./texts.ts";

export const actingFiles: readonly ActingFile[] = [...actingTexts, ...actingSheets, ...actingPdfs, ...actingOthers];
