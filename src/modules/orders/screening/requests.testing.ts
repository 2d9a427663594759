import { count, eq } from "drizzle-orm";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { placeOrder } from "../commands/place-order.ts";
import { orderFixture } from "../order-fixture.testing.ts";
import { essay, must, placing } from "../orders.testing.ts";
import { screenedRequests } from "../storage/draft-tables.ts";
import { orders } from "../tables.ts";
import { decideRequest, requestTimers } from "./decide-request.ts";

export const unsure = "My quiz is proctored. Which topics matter?";
export const certain = "Hello. Can you take my online exam for me on Friday?";
export const asking = (instructions = unsure, more: Record<string, unknown> = {}) =>
  placing({ ...essay, deadline: "2026-03-20T00:00:00Z", instructions }, { confirmTotalCents: undefined, ...more });
type Form = Omit<ReturnType<typeof placing>, "confirmTotalCents"> & { confirmTotalCents?: unknown };

/** A runtime with clients who send order forms that a person reads first, and admins who decide. */
export const requestFixture = async () => {
  const { runtime, later } = await orderFixture();

  const send = (who: Person, raw: object) => placeOrder(ctxFor(runtime, who), raw);
  /** Today's total of a form, as the page shows it before it is sent. */
  const priced = async (who: Person, raw: Form): Promise<Form> => {
    const first = await send(who, raw);
    return first.ok || first.code !== "price-changed" ? raw : { ...raw, confirmTotalCents: first.data?.totalCents };
  };
  const hold = async (who: Person, instructions = unsure, more: Record<string, unknown> = {}) => {
    const raw = await priced(who, asking(instructions, more));
    const held = must(await send(who, raw));
    if (!held.held) throw new Error("Nobody reads this form first.");
    return { raw, id: held.orderId };
  };
  const people = async () => {
    const [client, ada, ben] = [
      await createPerson(runtime),
      await createPerson(runtime, { role: 3, name: "Ada" }),
      await createPerson(runtime, { role: 3, name: "Ben" }),
    ];
    return { client, ada, ben };
  };
  const decide = (who: Person, requestId: string, verdict = "accept", answer = "No, but a practice paper.") =>
    decideRequest(ctxFor(runtime, who), { requestId, verdict, answer });
  const requestRow = async (id: string) =>
    (await runtime.db.select().from(screenedRequests).where(eq(screenedRequests.id, id)))[0];
  const ordersOf = async ({ id }: Person) =>
    (await runtime.db.select({ n: count() }).from(orders).where(eq(orders.clientId, id)))[0]?.n;
  const tick = () => runDueTimers(runtime, requestTimers);
  const stateOf = async (id: string) => (await requestRow(id))?.state;
  return { runtime, later, send, priced, hold, people, decide, requestRow, ordersOf, tick, stateOf };
};
