import { Readable } from "node:stream";
import { databaseRefusal } from "#src/platform/database/errors.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { removeUpload } from "../commands/own-files.ts";
import { StorageAway, StorageFull } from "../ports.ts";
import { type FileLimits, filesSetting, maxBytesOf } from "../settings.ts";
import { storageAway, storageFull } from "../storing/storage-full.ts";
import {
  answer,
  checksumAlgorithms,
  extensions,
  refusedBy,
  type TusRequest,
  UploadRefused,
  version,
} from "./protocol.ts";
import { create, dropBytes, holding, metadataOf, offsetOf, patch } from "./upload.ts";

/**
 * DELETE: termination. "The Server SHOULD free associated resources and MUST respond with the 204 No Content status
 * confirming that the upload was terminated. For all future requests to this URL, the Server SHOULD respond with the 404
 * Not Found or 410 Gone status." A file that is in use stays: 409.
 */
const remove = (asked: TusRequest): Promise<Response> =>
  holding(asked, { id: asked.id, write: false }, async () => {
    const removed = await removeUpload(asked.ctx, { id: asked.id });
    if (!removed.ok) throw refusedBy(removed);
    await dropBytes(asked.ctx.runtime, removed.value);
    return answer(204);
  });

/**
 * OPTIONS: what this server can. "A successful response indicated by the 204 No Content or 200 OK status MUST contain
 * the Tus-Version header. It MAY include the Tus-Extension and Tus-Max-Size headers." "The Tus-Checksum-Algorithm header
 * MUST be included in the response to an OPTIONS request."
 */
const options = (limits: FileLimits): Response =>
  answer(204, {
    "tus-version": version,
    "tus-extension": extensions,
    "tus-max-size": String(maxBytesOf(limits)),
    "tus-checksum-algorithm": checksumAlgorithms,
  });

/**
 * HEAD: how far an upload came. "The Server MUST always include the Upload-Offset header in the response for a HEAD
 * request, even if the offset is 0, or the upload is already considered completed. If the size of the upload is known,
 * the Server MUST include the Upload-Length header in the response." It asks a request that still writes to end.
 */
const head = (asked: TusRequest): Promise<Response> =>
  holding(asked, { id: asked.id, write: false }, async (upload) => {
    const offset = await offsetOf(asked, upload);
    // "The Server MUST prevent the client and/or proxies from caching the response": `answer` does.
    return answer(200, {
      "upload-offset": String(offset),
      "upload-length": String(upload.file.size),
      "upload-metadata": metadataOf(upload.file),
    });
  });

type Verbs = Readonly<Record<string, (asked: TusRequest) => Promise<Response>>>;

/** The verbs of `/files` and of `/files/<id>`, beside OPTIONS. */
const collection: Verbs = { POST: create };
const single: Verbs = { HEAD: head, PATCH: patch, DELETE: remove };

/** An empty `id` is the collection. `incoming` is Node's own request, where there is one: its bytes are read from there. */
type TusHandler = (request: Request, ctx: Ctx, id: string, incoming?: Readable) => Promise<Response>;

/**
 * tus 1.0.0 at `/files` and `/files/<id>`. Only the owner gets past any verb. Refusals are problem details; `onComplete` is called
 * for each upload that became complete.
 */
export function openTus(runtime: Runtime, onComplete: () => void): TusHandler {
  const respond: TusHandler = async (request, ctx, id, incoming) => {
    const { viewer } = ctx;
    const { headers } = request;
    const verbs = id === "" ? collection : single;
    const method = methodOf(request);
    const limits = await runtime.settings.get(filesSetting);
    // "The Client SHOULD NOT include the Tus-Resumable header in the [OPTIONS] request and the Server MUST ignore [it]."
    if (method === "OPTIONS") return options(limits);
    const verb = Object.hasOwn(verbs, method) ? verbs[method] : undefined;
    if (!verb && method === "GET") throw new UploadRefused(404, "There is nothing at this address.");
    if (!verb) return notUsed(ctx, [...Object.keys(verbs), "OPTIONS"].join(", "));
    // "If the version … is not supported by the Server, it MUST respond with the 412 Precondition Failed status and MUST
    // include the Tus-Version header into the response. In addition, the Server MUST NOT process the request."
    if (headers.get("tus-resumable") !== version)
      return withHeader(refusal(new UploadRefused(412, `This is tus ${version}.`), ctx), "tus-version", version);
    if (viewer.kind !== "person") throw new UploadRefused(401, "Sign in to send files.");
    return verb({ ctx, limits, id, headers, source: incoming ?? bodyOf(request), onComplete });
  };
  return (request, ctx, id, incoming) =>
    respond(request, ctx, id, incoming).catch((error: unknown) => refusal(asRefused(runtime, error), ctx));
}

/**
 * "The X-HTTP-Method-Override request header MUST be a string which MUST be interpreted as the request's method by the
 * Server." On POST alone: by another method nothing may change that its own name does not say.
 */
const methodOf = ({ method, headers }: Request): string =>
  (method === "POST" && headers.get("x-http-method-override")?.toUpperCase()) || method;

const bodyOf = (request: Request): Readable =>
  request.body ? Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([]);

export const notUsed = (ctx: Ctx, allow: string): Response =>
  withHeader(refusal(new UploadRefused(405, "This method is not used here."), ctx), "allow", allow);

function withHeader(response: Response, name: string, value: string): Response {
  response.headers.set(name, value);
  return response;
}

/** What another part of the product threw, in the status of this protocol: 507 for a full disk. */
function asRefused(runtime: Runtime, error: unknown): UploadRefused {
  if (error instanceof UploadRefused) return error;
  if (error instanceof StorageFull) return refusedBy(storageFull());
  if (error instanceof StorageAway) return refusedBy(storageAway());
  const refusal = databaseRefusal(error);
  if (refusal) return refusedBy(refusal);
  runtime.log.error({ err: error }, "an upload failed");
  return new UploadRefused(500, "Something failed on our side. The upload continues from where it stopped.");
}

function refusal({ status, message, retryAfter }: UploadRefused, ctx: Ctx): Response {
  const headers = {
    "tus-resumable": version,
    "content-type": "application/problem+json; charset=utf-8",
    "cache-control": "no-store",
    ...(retryAfter && { "retry-after": String(retryAfter) }),
  };
  const body = { type: "about:blank", title: message, status, instance: `urn:request:${ctx.request.id}` };
  return Response.json(body, { status, headers });
}
