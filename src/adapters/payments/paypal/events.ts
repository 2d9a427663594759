import type { AskAllowance, KeptEvent, VerifiedEvent } from "#src/modules/payments/index.server.ts";
import { dayMs } from "#src/shared/units.ts";
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
const oldestMs = 4 * dayMs;
const refuse = (reason: string): VerifiedEvent => ({ ok: false, reason });

/** What each of PayPal's headers looks like: whatever looks otherwise is no event of PayPal, and PayPal is not asked. */
const shapes: Readonly<Record<keyof typeof names, RegExp>> = {
  auth_algo: /^SHA\d{3}with[A-Za-z]{2,10}$/,
  cert_url: /^https:\/\/([a-z\d-]+\.)*paypal\.com\/[\w./-]{1,200}$/,
  transmission_id: /^[\w-]{8,64}$/,
  transmission_sig: /^[A-Za-z\d+/]{40,700}={0,2}$/,
  transmission_time: /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)$/,
};

type SignedMessage = { raw: string; headers: Headers; mayAsk: AskAllowance };

/**
 * Asks PayPal whether it sent this, when it looks like it and `mayAsk` has room. The event goes back byte for byte: parsed and printed again it would be another one.
 * Throws when PayPal cannot be reached, so that it sends the event again.
 */
export async function verify(
  client: () => Promise<PayPalClient>,
  { config, clock }: { config: PayPalConfig; clock: () => Date },
  { raw, headers, mayAsk }: SignedMessage,
): Promise<VerifiedEvent> {
  const sent = (Object.keys(names) as (keyof typeof names)[]).map(
    (name) => [name, headers.get(names[name]) ?? ""] as const,
  );
  if (sent.some(([name, value]) => !shapes[name].test(value))) return refuse("no signature of PayPal");
  const at = Date.parse(headers.get(names.transmission_time) ?? "");
  if (!(Math.abs(clock().getTime() - at) < oldestMs)) return refuse("an old event");
  const event = read(raw);
  if (!event) return refuse("not an event");
  const wait = await mayAsk();
  if (wait !== null) return { ok: false, reason: "too many events were forged", wait };
  const fields = [...sent, ["webhook_id", config.webhookId] as const];
  const body = `{${fields.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(",")},"webhook_event":${raw}}`;
  const answer = await (await client()).ask("POST", "/v1/notifications/verify-webhook-signature", body);
  if (![200, 400, 422].includes(answer.status)) throw new Error(`PayPal answered ${answer.status}.`);
  const reported = answer.body as { verification_status?: unknown } | null;
  if (reported?.verification_status !== "SUCCESS") return refuse("PayPal did not sign this");
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

type Page = { events?: RawEvent[]; links?: { rel?: string; href?: string }[] };

const mostPages = 100;

/**
 * The events of this account from `since` until `now`, page by page (Webhooks v1). Those that say nothing of our money
 * are left out. Throws when PayPal cannot be reached.
 */
export async function listEvents(
  client: () => Promise<PayPalClient>,
  since: Date,
  now: Date,
): Promise<readonly KeptEvent[]> {
  const span = new URLSearchParams({ start_time: since.toISOString(), end_time: now.toISOString(), page_size: "100" });
  const kept: KeptEvent[] = [];
  let path: string | null = `/v1/notifications/webhooks-events?${span}`;
  for (let pages = 0; path !== null && pages < mostPages; pages += 1) {
    const { status, body } = await (await client()).ask("GET", path);
    if (status !== 200) throw new Error(`PayPal answered ${status}.`);
    const { events = [], links = [] } = body as Page;
    kept.push(...events.flatMap(keptOf));
    path = pathOf(links.find(({ rel }) => rel === "next")?.href);
  }
  return kept;
}

function keptOf(reported: RawEvent): KeptEvent[] {
  const { id, event_type, resource } = reported;
  const type = String(event_type ?? "").slice(0, 100);
  const about = subjectOf(type, resource ?? {});
  return typeof id === "string" && about ? [{ id, type, about, raw: JSON.stringify(reported) }] : [];
}

/** Only path and query of a link are followed: the address is the configured one. */
function pathOf(href: string | undefined): string | null {
  const url = href === undefined ? null : URL.parse(href);
  return url && `${url.pathname}${url.search}`;
}
