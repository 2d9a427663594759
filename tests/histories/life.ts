import { placeOrder } from "#src/modules/orders/index.server.ts";
import { changePayoutMethod } from "#src/modules/payments/payouts/change-method.ts";
import { goodMethod, newPayee } from "#src/modules/payments/payouts/payouts.testing.ts";
import { dayMs } from "#src/shared/units.ts";
import type { Person } from "#src/shared/viewer.ts";
import { must, placing, rowOf } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import type { Fixture } from "./fixture.ts";

/** A message that its writer's browser keeps until it is acknowledged, as the talk's panel does. */
type Unsent = { id: string; message: string; isTried: boolean };
/**
 * What one person writes to another, in the order of writing: acknowledged, still to be sent, or perhaps written: its
 * first answer died with the process, and nobody takes it any more.
 */
export type Lines = { sent: string[]; unsent: Unsent[]; unsure: string[] };

/** One order and the people about it. */
export type Life = {
  orderId: string;
  client: Person;
  writer: Person;
  admin: Person;
  talk: Record<"client" | "support" | "clientToWriter" | "writerToClient", Lines>;
};
export type Action = (fixture: Fixture, life: Life) => Promise<unknown>;

const noLines = (): Lines => ({ sent: [], unsent: [], unsure: [] });

/**
 * A client places an order at the total that was last shown to somebody; after other prices were published that is
 * refused with today's, which is then confirmed. The order costs what was confirmed.
 */
export async function newLife(fixture: Fixture): Promise<Life> {
  const { runtime, admin, shown } = fixture;
  const client = await createPerson(runtime);
  const writer = await newPayee(runtime);
  must(await changePayoutMethod(ctxFor(runtime, writer), goodMethod));
  const deadline = new Date(runtime.clock().getTime() + 10 * dayMs).toISOString();
  const wish = { ...placing().fields, pages: "30", citedSources: "20", deadline };
  const form = placing(wish, { confirmTotalCents: shown.totalCents });
  const first = await placeOrder(ctxFor(runtime, client), form);
  if (!first.ok) {
    if (first.code !== "price-changed") throw new Error(JSON.stringify(first));
    shown.totalCents = Number(first.data?.totalCents);
  }
  const { orderId } = must(
    first.ok ? first : await placeOrder(ctxFor(runtime, client), { ...form, confirmTotalCents: shown.totalCents }),
  );
  const { priceCents } = await rowOf(runtime, orderId);
  if (priceCents !== shown.totalCents) throw new Error(`Confirmed at ${shown.totalCents}, ordered at ${priceCents}.`);
  const talk = { client: noLines(), support: noLines(), clientToWriter: noLines(), writerToClient: noLines() };
  return { orderId, client, writer, admin, talk };
}
