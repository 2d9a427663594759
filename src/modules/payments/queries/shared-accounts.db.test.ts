import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { systemCtx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";
import { begin, essayCents, must, newOrder, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { paymentsFixture } from "../payments-fixture.testing.ts";
import { settle } from "../settling/settle.ts";
import { attempts, settlements } from "../tables.ts";
import { sharedPayers } from "./shared-accounts.ts";

const runtime = await paymentsFixture();
const admin = person(3);
const paidBy = async (payer?: string, provider = "sandbox"): Promise<Person> => {
  const mine = await newOrder(runtime);
  const attemptId = await begin(runtime, mine);
  const [attempt] = await runtime.db.select().from(attempts).where(eq(attempts.id, attemptId));
  if (!attempt) throw new Error("No attempt was begun.");
  const payment = {
    ...{ transaction: attemptId, cents: essayCents, currency: "USD", feeCents: 0, at: runtime.clock() },
    ...(payer && { payer }),
  };
  must(
    await inTransaction(systemCtx(runtime, "test"), (work) =>
      settle(work, { attempt: { ...attempt, provider }, payment, method: "Card", sandbox: true }),
    ),
  );
  return mine.client;
};
const shared = async (client: Person, viewer = admin) => sharedPayers(ctxFor(runtime, viewer), { clientId: client.id });

test("clients who paid with one card are named to each other's admins; other cards, providers and no card are not", async () => {
  const [ada, ben] = [await paidBy("fp_one"), await paidBy("fp_one")];
  const [other, elsewhere, none] = [await paidBy("fp_two"), await paidBy("fp_one", "other"), await paidBy()];
  await paidBy();
  expect([must(await shared(ada)), must(await shared(ben))]).toEqual([[ben.id], [ada.id]]);
  for (const client of [other, elsewhere, none]) expect(must(await shared(client))).toEqual([]);
});

test("only a keyed hash is stored", async () => {
  await paidBy("fp_secret");
  const rows = await runtime.db.select().from(settlements);
  expect(JSON.stringify(rows)).not.toContain("fp_");
  expect(rows.some(({ payerMark }) => payerMark !== null && payerMark.length === 43)).toBe(true);
});

test("nobody sees it but admins for people", async () => {
  const client = await paidBy("fp_three");
  for (const viewer of [client, person(2), { ...admin, capabilities: ["orders" as const, "money" as const] }])
    expect(await shared(client, viewer)).toMatchObject({ code: "not-found" });
});
