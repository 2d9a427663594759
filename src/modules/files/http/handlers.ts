import type { Readable } from "node:stream";
import { jsonAnswer } from "#src/platform/json.ts";
import { hasVersion, problem, signInFirst } from "#src/platform/respond.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { openCheckQueue } from "../check/check-files.ts";
import { storableName } from "../domain/names.ts";
import { type Range, StorageAway, storagePort } from "../ports.ts";
import { type FileToSend, fileToSend } from "../queries/file-to-send.ts";
import { myChecks } from "../queries/my-uploads.ts";
import { drawnPage } from "../queries/preview-file.ts";
import { storageAway } from "../storing/storage-full.ts";
import { notUsed, openTus } from "../tus/open-tus.ts";
import { plainForm } from "./plain-form.ts";

/** Every address under `/files`, as web-standard functions. */
export function fileHandlers(runtime: Runtime) {
  const enqueueCheck = openCheckQueue(runtime);
  return {
    /** `/files`, and `/files/<id>`: the uploads themselves. Files are read at the address with their name. */
    tus: openTus(runtime, enqueueCheck),
    /** `/files/<id>/<name>`: the name says nothing. */
    file: async (request: Request, ctx: Ctx, id: string): Promise<Download> =>
      ["GET", "HEAD"].includes(request.method)
        ? download(request, ctx, id)
        : { head: notUsed(ctx, "GET, HEAD"), bytes: null },
    /** `/files/checks?ids=a,b`: what the checks of one's own files found. */
    checks: async (request: Request, ctx: Ctx): Promise<Response> => {
      const ids = new URL(request.url).searchParams.get("ids") ?? "";
      return jsonAnswer(await myChecks(ctx, { ids: ids.split(",").filter(Boolean) }), ctx);
    },
    plain: (request: Request, ctx: Ctx): Promise<Response> => plainForm(request, ctx, enqueueCheck),
  };
}

const closed = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** An answer without its bytes, and the stream of them; null: the answer is whole. */
type Download = { head: Response; bytes: Readable | null };

const whole = (head: Response): Download => ({ head, bytes: null });

/**
 * GET and HEAD of `/files/<id>/<name>` and of its small picture with `small=1`. A program gets the whole file as an
 * attachment of unnamed type, whatever it asks for.
 */
async function download(request: Request, ctx: Ctx, id: string): Promise<Download> {
  const isProgram = ctx.viewer.kind === "program";
  const asked = new URLSearchParams(isProgram ? "" : new URL(request.url).search);
  const page = asked.get("page");
  if (page !== null) return whole(await picturedPage(request, ctx, id, Number(page)));
  const thumb = asked.get("small") === "1";
  const found = await fileToSend(ctx, { id, thumb });
  if (!found.ok) return whole(refused(request, ctx, found));
  const file = isProgram ? { ...found.value, type: null } : found.value;
  return send(request, ctx, file, thumb || asked.get("view") === "1").catch((error: unknown) => {
    if (error instanceof StorageAway) return whole(problem(storageAway(), ctx.request.id));
    throw error;
  });
}

/** A page of a PDF as our own picture of it. */
async function picturedPage(request: Request, ctx: Ctx, id: string, page: number): Promise<Response> {
  const drawn = await drawnPage(ctx, id, Number.isInteger(page) ? page - 1 : -1);
  if (!drawn.ok) return refused(request, ctx, drawn);
  const headers = {
    "content-type": "image/webp",
    "content-disposition": "inline",
    "content-security-policy": closed,
    "cache-control": "private, no-store",
  };
  return new Response(request.method === "HEAD" ? null : new Uint8Array(drawn.value), { headers });
}

async function send(request: Request, ctx: Ctx, file: FileToSend, view: boolean): Promise<Download> {
  const storage = ctx.runtime.port(storagePort);
  const size = await storage.size(file.key);
  if (size === null || (file.size !== null && size !== file.size)) throw new Error("The bytes of a file are missing.");
  const etag = `"${file.own ? "o" : "c"}-${file.key}"`;
  const headers = headersOf(file, size, etag, view);
  const empty = (status: number, answer: Headers) => whole(new Response(null, { status, headers: answer }));
  if (hasVersion(request, etag)) return empty(304, slim(headers));
  const range = wantedRange(request.headers.get("range"), request.headers.get("if-range"), etag, size);
  if (range === "outside") return empty(416, slim(headers, { "content-range": `bytes */${size}` }));
  const part = range === "whole" ? undefined : range;
  if (part) {
    headers.set("content-range", `bytes ${part.start}-${part.end}/${size}`);
    headers.set("content-length", String(part.end - part.start + 1));
  }
  const status = part ? 206 : 200;
  if (request.method === "HEAD" || size === 0) return empty(status, headers);
  return { head: new Response(null, { status, headers }), bytes: await storage.read(file.key, part) };
}

function headersOf(file: FileToSend, size: number, etag: string, view: boolean): Headers {
  const { type, disposition } = serveAs(file.type, file.name, view);
  return new Headers({
    "content-type": type,
    "content-length": String(size),
    "content-disposition": disposition,
    "content-security-policy": closed,
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
    "accept-ranges": "bytes",
    etag,
  });
}

function slim(headers: Headers, more: Record<string, string> = {}): Headers {
  for (const name of ["content-length", "content-type", "content-disposition"]) headers.delete(name);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return headers;
}

/** Signed-out people who follow a link return to it after signing in; programs get problem details. */
function refused(request: Request, ctx: Ctx, refusal: Refusal): Response {
  const reads = request.headers.get("accept")?.includes("text/html") ?? false;
  if (refusal.code === "signed-out" && reads)
    return new Response(null, { status: 302, headers: { location: signInFirst(request) } });
  return problem(refusal, ctx.request.id);
}

type Wanted = Range | "whole" | "outside";

/**
 * One byte range as RFC 9110 section 14 has it. Several ranges, other units and nonsense are answered with the whole
 * file; a start beyond the end is "outside". If-Range with another ETag asks for the whole file.
 */
function wantedRange(header: string | null, ifRange: string | null, etag: string, size: number): Wanted {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!found || (ifRange !== null && ifRange !== etag)) return "whole";
  const [, from = "", to = ""] = found;
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "outside" : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return "whole";
  return start >= size ? "outside" : { start, end };
}

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
function serveAs(type: string | null, name: string, view: boolean): { type: string; disposition: string } {
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
