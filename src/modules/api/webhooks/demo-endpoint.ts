import { inArray } from "drizzle-orm";
import type { Database } from "#src/platform/database/database.ts";
import { newId } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { deliveries, endpoints } from "../tables.ts";
import { newSecret, sealedSecret } from "./secrets.ts";

/** Nothing listens there: who switches the webhook on reads in its log that nobody answered. */
const nobody = "http://127.0.0.1:9/paperwright";

/** A webhook to look at in a demo. It is off, so nothing is sent anywhere. */
export async function seedDemoEndpoint(runtime: Runtime, adminId: string): Promise<void> {
  const id = newId();
  await runtime.db.insert(endpoints).values({
    ...{ id, url: nobody, events: ["order.paid", "payment.refunded"], on: false, offBecause: "admin" },
    secret: sealedSecret(runtime, id, newSecret()),
    ...{ createdAt: runtime.clock(), createdBy: adminId },
  });
}

/** Removes the webhooks that these people made, and their logs. */
export async function removeEndpointsOf(tx: Database, personIds: readonly string[]): Promise<void> {
  if (personIds.length === 0) return;
  const gone = await tx
    .delete(endpoints)
    .where(inArray(endpoints.createdBy, [...personIds]))
    .returning();
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(deliveries).where(inArray(deliveries.endpointId, ids));
}
