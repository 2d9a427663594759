import { type FileLimits, maxBytesOf } from "../settings.ts";
import { checksumAlgorithms } from "./checksum.ts";
import { answer, extensions, version } from "./protocol.ts";

/**
 * OPTIONS: what this server can. "A successful response indicated by the 204 No Content or 200 OK status MUST contain
 * the Tus-Version header. It MAY include the Tus-Extension and Tus-Max-Size headers." "The Tus-Checksum-Algorithm header
 * MUST be included in the response to an OPTIONS request."
 */
export const options = (limits: FileLimits): Response =>
  answer(204, {
    "tus-version": version,
    "tus-extension": extensions,
    "tus-max-size": String(maxBytesOf(limits)),
    "tus-checksum-algorithm": checksumAlgorithms,
  });
