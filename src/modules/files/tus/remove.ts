import { removeUpload } from "../commands/remove-upload.ts";
import { answer, refusedBy, type TusRequest } from "./protocol.ts";
import { dropBytes, holding } from "./upload.ts";

/**
 * DELETE: termination. "The Server SHOULD free associated resources and MUST respond with the 204 No Content status
 * confirming that the upload was terminated. For all future requests to this URL, the Server SHOULD respond with the 404
 * Not Found or 410 Gone status." A file that is in use stays: 409.
 */
export const remove = (asked: TusRequest): Promise<Response> =>
  holding(asked, { id: asked.id, write: false }, async () => {
    const removed = await removeUpload(asked.ctx, { id: asked.id });
    if (!removed.ok) throw refusedBy(removed);
    await dropBytes(asked.ctx.runtime, removed.value);
    return answer(204);
  });
