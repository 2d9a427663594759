import type { VerifiedEvent } from "#src/modules/payments/index.server.ts";
import type { PayPalClient, PayPalConfig } from "./client.ts";
import { type RawEvent, subjectOf } from "./read.ts";

const names = {
  auth_algo: "paypal-auth-algo",
  cert_url: "paypal-cert-url",
  transmission_id: "paypal-transmission-id",
  transmission_sig: "paypal-transmission-sig",
  transmission_time: "paypal-transmission-time",
} as const;

/** PayPal tries again for three days. */
const oldestMs = 4 * 86_400_000;
const refuse = (reason: string): VerifiedEvent => ({ ok: false, reason });

/**
 * Asks PayPal whether it sent this. The event goes back byte for byte: parsed and printed again it would be another one.
 * Throws when PayPal cannot be reached, so that it sends the event again.
 */
export async function verify(
  client: () => Promise<PayPalClient>,
  { config, clock }: { config: PayPalConfig; clock: () => Date },
  raw: string,
  headers: Headers,
): Promise<VerifiedEvent> {
  const sent = Object.entries(names).map(([name, header]) => [name, headers.get(header) ?? ""] as const);
  if (sent.some(([, value]) => value === "" || value.length > 500)) return refuse("no signature of PayPal");
  const at = Date.parse(headers.get(names.transmission_time) ?? "");
  if (!(Math.abs(clock().getTime() - at) < oldestMs)) return refuse("an old event");
  const event = read(raw);
  if (!event) return refuse("not an event");
  const fields = [...sent, ["webhook_id", config.webhookId] as const];
  const body = `{${fields.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(",")},"webhook_event":${raw}}`;
  const answer = await (await client()).ask("POST", "/v1/notifications/verify-webhook-signature", body);
  if (answer.status >= 500 || answer.status === 429) throw new Error(`PayPal answered ${answer.status}.`);
  const told = answer.body as { verification_status?: unknown } | null;
  if (told?.verification_status !== "SUCCESS") return refuse("PayPal did not sign this");
  const { id, event_type, resource } = event;
  const type = String(event_type ?? "").slice(0, 100);
  return { ok: true, event: { id, type, about: subjectOf(type, resource ?? {}) } };
}

function read(raw: string): (RawEvent & { id: string }) | null {
  try {
    const event = JSON.parse(raw) as RawEvent;
    return typeof event.id === "string" && event.id !== "" && event.id.length <= 200
      ? { ...event, id: event.id }
      : null;
  } catch {
    return null;
  }
}
