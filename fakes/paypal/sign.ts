import { createHmac, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";

const key = "the key of the fake";

const signatureOf = (id: string, time: string, webhook: string, raw: string): string =>
  createHmac("sha256", key)
    .update(`${id}|${time}|${webhook}|${crc32(raw)}`)
    .digest("base64");

/** PayPal's headers over the exact bytes; the fake signs with a key of its own, since only it is asked about it. */
export function signed(event: object, now: Date, webhook: string): { body: string; headers: Record<string, string> } {
  const [body, id, time] = [JSON.stringify(event), randomUUID(), now.toISOString()];
  return {
    body,
    headers: {
      "content-type": "application/json",
      "paypal-auth-algo": "SHA256withRSA",
      "paypal-cert-url": "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42",
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": signatureOf(id, time, webhook, body),
    },
  };
}

/** Answers whether an event, given back byte for byte as the last field, is one that was signed here. */
export function isSigned(body: string): boolean {
  const at = body.indexOf(`"webhook_event":`);
  if (at < 0) return false;
  const raw = body.slice(at + `"webhook_event":`.length, body.lastIndexOf("}"));
  const reported = JSON.parse(body) as Record<string, string>;
  const { transmission_id = "", transmission_time = "", webhook_id = "", transmission_sig } = reported;
  return signatureOf(transmission_id, transmission_time, webhook_id, raw) === transmission_sig;
}
