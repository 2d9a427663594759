import { metadataOf } from "./metadata.ts";
import { answer, type TusRequest } from "./protocol.ts";
import { holding, offsetOf } from "./upload.ts";

/**
 * HEAD: how far an upload came. "The Server MUST always include the Upload-Offset header in the response for a HEAD
 * request, even if the offset is 0, or the upload is already considered completed. If the size of the upload is known,
 * the Server MUST include the Upload-Length header in the response." It asks a request that still writes to end.
 */
export const head = (asked: TusRequest): Promise<Response> =>
  holding(asked, { id: asked.id, write: false }, async (upload) => {
    const offset = await offsetOf(asked, upload);
    // "The Server MUST prevent the client and/or proxies from caching the response": `answer` does.
    return answer(200, {
      "upload-offset": String(offset),
      "upload-length": String(upload.file.size),
      "upload-metadata": metadataOf(upload.file),
    });
  });
