import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { dayMs } from "#src/shared/units.ts";
import { essayCents, later, must, newOrder, paidOrder, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { compareNow, differences } from "../index.server.ts";
import { paymentsFixture } from "../payments-fixture.testing.ts";
import { settlements } from "../tables.ts";
import { compareBooks, dayBefore } from "./reconcile.ts";
import { dayComparisons } from "./reconcile-tables.ts";

const runtime = await paymentsFixture();
const admin = ctxFor(runtime, person(3));
const found = async () => must(await differences(admin, {}));
const ofSandbox = async () => (await found())?.rows.find(({ provider }) => provider === "sandbox");

test("a day without differences says zero; a payment that one side lacks, or has otherwise, is found", async () => {
  expect(await found()).toBeNull();
  const { attemptId } = await paidOrder(runtime);
  await newOrder(runtime);
  later(runtime, dayMs / 1000);
  expect(await compareNow(ctxFor(runtime, person()))).toMatchObject({ code: "not-found" });
  must(await compareNow(admin));
  const equal = {
    payments: 1,
    theirCents: essayCents,
    ourCents: essayCents,
    onlyTheirs: 0,
    onlyOurs: 0,
    otherAmount: 0,
  };
  expect(await ofSandbox()).toMatchObject({ ...equal, unanswered: 0 });
  expect((await found())?.equalDays).toBe(1);

  const mine = eq(settlements.attemptId, attemptId);
  await runtime.db
    .update(settlements)
    .set({ cents: essayCents - 1 })
    .where(mine);
  must(await compareNow(admin));
  expect(await ofSandbox()).toMatchObject({ otherAmount: 1, ourCents: essayCents - 1 });
  await runtime.db.update(settlements).set({ cents: essayCents, transaction: "of nobody" }).where(mine);
  must(await compareNow(admin));
  expect(await ofSandbox()).toMatchObject({ onlyTheirs: 1, onlyOurs: 1, otherAmount: 0 });
  expect((await found())?.equalDays).toBe(0);

  runtime.sandbox.knobs.down = true;
  await compareBooks(runtime, await dayBefore(runtime));
  expect((await ofSandbox())?.unanswered).toBeGreaterThan(0);
});

test("a day is one of the operator's zone, also where clocks jump over its midnight", async () => {
  await storeSetting(runtime, siteSetting, { ...siteSetting.default, timeZone: "Africa/Cairo" });
  runtime.sandbox.knobs.down = false;
  runtime.setNow(new Date("2026-04-23T22:30:00Z"));
  await paidOrder(runtime);
  // Half an hour after a day of 23 hours.
  runtime.setNow(new Date("2026-04-24T21:30:00Z"));
  expect(await dayBefore(runtime)).toBe("2026-04-24");
  must(await compareNow(admin));
  const thatDay = and(eq(dayComparisons.day, "2026-04-24"), eq(dayComparisons.provider, "sandbox"));
  expect(await runtime.db.select().from(dayComparisons).where(thatDay)).toMatchObject([{ payments: 1, onlyTheirs: 0 }]);
});
