import { randomUUID } from "node:crypto";
import pg from "pg";
import { newName, type StripeEvent } from "../fakes/stripe/books.ts";
import { signed, startStripe } from "../fakes/stripe/start.ts";
import { openEmbedded } from "../src/platform/database/embedded/index.ts";
import { openLog } from "../src/platform/log.ts";
import { startProduct } from "../tests/support/product.ts";
import { load } from "./support/load.ts";
import { durabilityOf } from "./support/open-runtime.ts";
import type { Bench, Row } from "./support/types.ts";

const seconds = 10;
const wantedRate = 1_000;
/** More than can come in the time: each one is new. */
const most = 150_000;

/** An event as Stripe sends it for a paid page, about an attempt of somebody else. */
const eventAt = (created: number): StripeEvent => ({
  id: newName("evt"),
  object: "event",
  api_version: "2026-10-28.endive",
  created,
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: "checkout.session.completed",
  data: {
    object: {
      id: newName("cs_test"),
      object: "checkout.session",
      amount_total: 12_600,
      cancel_url: null,
      client_reference_id: randomUUID(),
      created,
      currency: "usd",
      expires_at: created + 3_600,
      livemode: false,
      metadata: { attempt_id: randomUUID() },
      mode: "payment",
      payment_intent: newName("pi"),
      payment_status: "paid",
      status: "complete",
      success_url: null,
      ui_mode: "hosted_page",
      url: null,
      intentMetadata: {},
    },
  },
});

async function measure(): Promise<Row> {
  const stripe = await startStripe();
  const product = await startProduct({ env: { DEMO: "off", ...stripe.env } });
  const server = await openEmbedded({ dataDir: product.dataDir, log: openLog("error") });
  const pool = new pg.Pool({ ...server.connection, max: 2 });
  try {
    const now = new Date();
    const letters = Array.from({ length: most }, () => signed(eventAt(Math.floor(now.getTime() / 1000)), now));
    const aim = { url: `${product.url}/webhooks/stripe`, method: "POST", turns: letters, status: 200 } as const;
    const measured = await load({ ...aim, connections: 32, pid: product.pid }, seconds);
    const count = measured.count ?? 0;
    const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from payments.provider_events");
    if (count >= most || rows[0]?.n !== count) throw new Error(`acknowledged ${count}, stored ${rows[0]?.n}`);
    const ratio = measured.value / wantedRate;
    return {
      name: "webhooks",
      size: `${seconds} s`,
      ours: measured.value,
      reference: wantedRate,
      unit: "1/s",
      referenceIs: "asked for",
      ratio: { median: ratio, min: ratio, max: ratio },
      floor: 1,
      ...(measured.p50 !== undefined && { p50: measured.p50 }),
      ...(measured.p99 !== undefined && { p99: measured.p99 }),
      note: `${count} acknowledged, all stored; ${await durabilityOf(pool)}`,
    };
  } finally {
    await pool.end();
    await server.close();
    await product.stop();
    await stripe.close();
  }
}

/** Signed events of Stripe: verified, stored, answered, while the product follows them. Not part of `npm test`. */
export const bench: Bench = { name: "webhooks", run: async ({ quick }) => (quick ? [] : [await measure()]) };
