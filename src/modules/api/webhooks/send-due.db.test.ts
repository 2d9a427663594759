import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { must } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { deliveries, endpoints } from "../tables.ts";
import { sendTest } from "./change-endpoints.ts";
import { sendDueWebhooks } from "./send-due.ts";
import { makeEndpoint } from "./write-endpoints.ts";

const runtime = await forThisFile(createAccountsRuntime());

test("a message whose lease ran out keeps what the process wrote that took it over", async () => {
  const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
  const id = newId();
  const outside = async () => ["93.184.216.34"];
  must(await makeEndpoint(admin, { id, url: "https://shop.example/", events: ["order.paid"] }, outside));
  must(await sendTest(admin, { id }));
  const takenOver = async () => {
    await runtime.db.update(deliveries).set({ claim: 2, state: "delivered", status: 200, nextTryAt: null });
    return ["10.0.0.5"];
  };
  await sendDueWebhooks(runtime, takenOver);
  expect(await runtime.db.select().from(deliveries).where(eq(deliveries.endpointId, id))).toMatchObject([
    { state: "delivered", status: 200, nextTryAt: null },
  ]);
  const [endpoint] = await runtime.db.select().from(endpoints).where(eq(endpoints.id, id));
  expect(endpoint).toMatchObject({ on: true, failingSince: null });
});
