import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { withFolder } from "../check/inspect-file.ts";
import { type PagePicture, wholeText } from "../clean/index.server.ts";
import { pageAddress, viewAddress } from "../domain/names.ts";
import { previewKind } from "../domain/preview.ts";
import { describeFacts } from "../domain/text-facts.ts";
import { storagePort, workPort } from "../ports.ts";
import { type FileToSend, fileToSend, queuePerPerson } from "./file-to-send.ts";
import type { FileLine } from "./files-of.ts";

/** What a page shows of a file: our own picture or text of it, never the file as a document of its own. */
export type FilePreview = { id: string } & (
  | { kind: "image"; address: string }
  | { kind: "pages"; pages: readonly string[]; more: number; description: string }
  | { kind: "text"; text: string; more: boolean; description: string }
  | { kind: "none"; why: string }
);

const mostPages = 40;
const mostCharacters = 30_000;
const mostTextBytes = 20 * 1024 * 1024;
const idOf = ({ viewer }: Ctx): string => (viewer.kind === "person" ? viewer.id : "");

type Drawn = { picture: PagePicture; bytes: Buffer | null };

async function draw(ctx: Ctx, { key }: FileToSend, at: number): Promise<Outcome<Drawn>> {
  const copy = await ctx.runtime.port(storagePort).localCopy(key);
  const made = withFolder(ctx.runtime, async (folder): Promise<Outcome<Drawn>> => {
    const output = join(folder, "page");
    const drawn = await ctx.runtime.port(workPort).preview(copy.path, output, at);
    if (!drawn.ok) return drawn;
    const bytes = drawn.value.result === "made" ? await readFile(output) : null;
    return done({ picture: drawn.value, bytes });
  });
  return made.finally(copy.release);
}

/** One page of a PDF that the viewer may have, as a WebP. Refuses what `fileToSend` refuses, and pages that are not there. */
export async function drawnPage(ctx: Ctx, id: string, at: number): Promise<Outcome<Buffer>> {
  const found = await fileToSend(ctx, { id, thumb: false });
  if (!found.ok) return found;
  if (previewKind(found.value.type) !== "pages" || !(at >= 0 && at < mostPages)) return notFound();
  const drawn = await queuePerPerson(idOf(ctx), () => draw(ctx, found.value, at));
  if (!drawn.ok) return drawn;
  return drawn.value.bytes ? done(drawn.value.bytes) : notFound();
}

async function pagesOf(ctx: Ctx, file: FileToSend): Promise<Outcome<FilePreview>> {
  const drawn = await queuePerPerson(idOf(ctx), () => draw(ctx, file, 0));
  if (!drawn.ok) return drawn;
  const { picture } = drawn.value;
  if (picture.result !== "made") return done({ id: file.id, kind: "none", why: picture.reason });
  const shown = Math.min(picture.pages, mostPages);
  const pages = Array.from({ length: shown }, (_, at) => pageAddress(file.id, file.name, at + 1));
  const read = await readText(ctx, file);
  if (!read.ok) return read;
  const message = read.value.result === "read" ? describeFacts(read.value.facts) : read.value.reason;
  return done({ id: file.id, kind: "pages", pages, more: picture.pages - shown, description: message });
}

const readText = async ({ runtime }: Ctx, { key, type }: FileToSend) => {
  const copy = await runtime.port(storagePort).localCopy(key);
  return runtime
    .port(workPort)
    .text(copy.path, type ?? "")
    .finally(copy.release);
};

async function textOf(ctx: Ctx, file: FileToSend): Promise<Outcome<FilePreview>> {
  if ((file.size ?? 0) > mostTextBytes)
    return done({ id: file.id, kind: "none", why: "The file is too large to be shown here." });
  const read = await readText(ctx, file);
  if (!read.ok) return read;
  if (read.value.result !== "read") return done({ id: file.id, kind: "none", why: read.value.reason });
  const text = wholeText(read.value);
  const more = text.length > mostCharacters;
  return done({
    id: file.id,
    kind: "text",
    text: text.slice(0, mostCharacters),
    more,
    description: describeFacts(read.value.facts),
  });
}

/** What a page can show of one of its files. Refuses what `fileToSend` refuses, and "unavailable" while the workers are busy. */
export async function previewFile(ctx: Ctx, id: string): Promise<Outcome<FilePreview>> {
  const found = await fileToSend(ctx, { id, thumb: false });
  if (!found.ok) return found;
  const file = found.value;
  const kind = previewKind(file.type);
  if (kind === "image") return done({ id, kind, address: viewAddress(id, file.name) });
  if (kind === "pages") return pagesOf(ctx, file);
  if (kind === "text") return textOf(ctx, file);
  return done({ id, kind: "none", why: "This kind of file is not shown here. Download it to read it." });
}

/** The file of a page that `?preview=` asks for, as it is shown there; null where none is open. */
export async function previewOf(ctx: Ctx, request: Request, shown: readonly FileLine[]): Promise<FilePreview | null> {
  const asked = new URL(request.url).searchParams.get("preview");
  const file = shown.find(({ id }) => id === asked);
  if (!file) return null;
  const preview = await previewFile(ctx, file.id);
  return preview.ok ? preview.value : { id: file.id, kind: "none", why: preview.message };
}
