import type { KeptEvent } from "#src/modules/payments/index.server.ts";
import type { PayPalClient } from "./client.ts";
import { type RawEvent, subjectOf } from "./read.ts";

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
