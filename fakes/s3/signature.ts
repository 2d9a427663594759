import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export type Asked = { method: string; url: URL; headers: IncomingHttpHeaders; body: Buffer };
type Keys = { accessKeyId: string; secretAccessKey: string };

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** The error code of a request that is not signed as version 4 asks (header form), or null. */
export function refuseSignature({ method, url, headers, body }: Asked, keys: Keys): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!given) return "AccessDenied";
  const [, id, day = "", region = "", names = "", signature = ""] = given;
  if (id !== keys.accessKeyId) return "InvalidAccessKeyId";
  const hash = String(headers["x-amz-content-sha256"] ?? "");
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const signed = names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}\n`);
  const canonical = [method, url.pathname, query, signed.join(""), names, hash].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const stringToSign = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"] ?? ""), scope, sha256(canonical)].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secretAccessKey}`, day), region), "s3"), "aws4_request");
  return timingSafeEqual(hmac(key, stringToSign), Buffer.from(signature, "hex")) ? null : "SignatureDoesNotMatch";
}
