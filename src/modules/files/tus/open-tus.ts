import { Readable } from "node:stream";
import { Server } from "@tus/server";
import { databaseAway } from "#src/platform/command.ts";
import { isDatabaseAway } from "#src/platform/database/away.ts";
import type { Ctx, House } from "#src/platform/house.ts";
import { newId } from "#src/platform/ids.ts";
import { filesSetting, maxBytesOf } from "../settings.ts";
import { type Asking, asking, TusRefusal, whoAsks } from "./asking.ts";
import { checksumAlgorithms, readChecksum } from "./checksum.ts";
import { drainMs, openLocker } from "./locks.ts";
import { FileRows } from "./store.ts";

/** `incoming` is Node's own request, where there is one: its bytes are read from there. */
type TusDoor = (request: Request, ctx: Ctx, id: string, incoming?: Readable) => Promise<Response>;

const offsetBytes = "application/offset+octet-stream";

/**
 * tus 1.0 at `/files` and `/files/<id>`: creation, creation-with-upload, termination, checksum, expiration. Only the owner
 * gets past any verb. Errors are problem details; `onComplete` hears of each upload that became complete.
 */
export function openTus(house: House, onComplete: () => void): TusDoor {
  const server = new Server({
    path: "/files",
    datastore: new FileRows(house),
    locker: openLocker(house, onComplete),
    lockDrainTimeout: drainMs,
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: [],
    maxSize: async () => maxBytesOf(await house.settings.get(filesSetting)),
    namingFunction: () => newId(),
    getFileIdFromRequest: () => whoAsks().id,
    onResponseError: (_request, error) => inWords(house, error),
  });
  return async (request, ctx, id, incoming) => {
    const { viewer } = ctx;
    if (request.method === "OPTIONS") return withAlgorithms(await dress(await server.handleWeb(request), ctx));
    if (viewer.kind !== "person") return sayNo(401, "Sign in to send files.", ctx);
    const checksum = readChecksum(request.headers.get("upload-checksum"));
    if (checksum === undefined) return sayNo(400, "A checksum is sha1 or sha256, in base64.", ctx);
    const who: Asking = {
      ctx,
      person: viewer,
      limits: await house.settings.get(filesSetting),
      id,
      writes: request.method === "PATCH" || request.headers.get("content-type") === offsetBytes,
      checksum,
      source: incoming ?? bodyOf(request),
      stop: new AbortController(),
      lease: null,
      cancel: () => undefined,
    };
    const { url, method, headers } = request;
    const asked = new Request(url, { method, headers });
    return asking.run(who, async () => dress(await server.handleWeb(asked), ctx));
  };
}

function withAlgorithms(answer: Response): Response {
  answer.headers.set("tus-checksum-algorithm", checksumAlgorithms);
  return answer;
}

const bodyOf = (request: Request): Readable =>
  request.body ? Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]);

type Said = { status_code: number; body: string };

function inWords(house: House, error: Error | Said): Said | undefined {
  if (error instanceof TusRefusal) {
    const { retryAfter } = error;
    if (retryAfter) retries.set(whoAsks(), retryAfter);
    return undefined;
  }
  if (isDatabaseAway(error)) return { status_code: 503, body: databaseAway().message };
  if ("status_code" in error) return undefined;
  house.log.error({ err: error }, "an upload failed");
  return { status_code: 500, body: "Something failed on our side. The upload goes on from where it stopped." };
}

const retries = new WeakMap<Asking, number>();

/** The library answers plain text and headers for other sites; ours are problem details, and no other site asks. */
async function dress(answer: Response, ctx: Ctx): Promise<Response> {
  for (const name of [...answer.headers.keys()]) if (name.startsWith("access-control-")) answer.headers.delete(name);
  if (answer.status < 400) return answer;
  const refused = sayNo(answer.status, (await answer.text()).trim(), ctx);
  for (const name of ["tus-resumable", "tus-version", "connection"]) {
    const value = answer.headers.get(name);
    if (value) refused.headers.set(name, value);
  }
  const who = asking.getStore();
  const wait = (who && retries.get(who)) ?? (answer.status === 503 || answer.status === 423 ? 2 : undefined);
  if (wait) refused.headers.set("retry-after", String(wait));
  return refused;
}

export const sayNo = (status: number, title: string, ctx: Ctx): Response =>
  Response.json(
    { type: "about:blank", title, status, instance: `urn:request:${ctx.request.id}` },
    { status, headers: { "content-type": "application/problem+json; charset=utf-8", "cache-control": "no-store" } },
  );
