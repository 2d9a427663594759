import { readChecksum } from "./checksum.ts";
import { answer, expiry, offsetBytes, type TusRequest, UploadRefused, wholeNumber } from "./protocol.ts";
import { holding, offsetOf, receive } from "./upload.ts";

/**
 * PATCH: bytes at an offset. "The Server MUST acknowledge successful PATCH requests with the 204 No Content status. It
 * MUST include the Upload-Offset header containing the new offset. The new offset MUST be the sum of the offset before
 * the PATCH request and the number of bytes received and processed or stored during the current PATCH request."
 */
export async function patch(asked: TusRequest): Promise<Response> {
  const { headers, id } = asked;
  // "All PATCH requests MUST use Content-Type: application/offset+octet-stream, otherwise the server SHOULD return a 415."
  if (headers.get("content-type") !== offsetBytes) throw new UploadRefused(415, `Bytes come as ${offsetBytes}.`);
  const offset = wholeNumber(headers, "upload-offset");
  if (offset === null) throw new UploadRefused(400, "Upload-Offset is missing.");
  const length = wholeNumber(headers, "upload-length");
  const coming = wholeNumber(headers, "content-length") ?? 0;
  const checksum = readChecksum(headers);
  return holding(asked, { id, write: true }, async (upload) => {
    const { file } = upload;
    const kept = await offsetOf(asked, upload);
    if (length !== null && length !== file.size) throw new UploadRefused(400, "The length of an upload stays.");
    // "If the offsets do not match, the Server MUST respond with the 409 Conflict status without modifying the upload."
    if (offset !== kept) throw new UploadRefused(409, `The upload continues at byte ${kept}.`);
    if (coming > file.size - kept) throw new UploadRefused(413, "More bytes came than were announced.");
    const now = await receive(asked, upload, { offset, checksum });
    return answer(204, { "upload-offset": String(now), ...expiry(file, now) });
  });
}
