import { expect, test } from "vitest";
import { openPaymentsRuntime } from "#tests/support/payments.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { person } from "../orders/orders.testing.ts";
import { mustRepeat, repeatFromSetting } from "./settings.ts";

const runtime = await forThisFile(openPaymentsRuntime({ mode: "real" }));
const ctx = ctxFor(runtime, person(3));
const ask = (sent: string, ...sums: Parameters<typeof mustRepeat>[2]) => mustRepeat(ctx, sent, sums);

test("an amount up to the setting continues, above it is asked for, and the setting moves the bound", async () => {
  const quote = (cents: number) => ({ cents, text: `Quote of ${cents}` });
  expect(await ask("", quote(20_000))).toBeNull();
  expect(await ask("", quote(20_001))).toMatchObject({ code: "conflict", data: { repeat: "Quote of 20001" } });
  expect(await ask("Quote of 20001", quote(20_001))).toBeNull();
  expect(await ask("Quote of 20001", quote(20_002))).not.toBeNull();
  await storeSetting(runtime, repeatFromSetting, 100);
  expect(await ask("", quote(101))).not.toBeNull();
});

test("the sum that is always shown is shown for a cent and for nothing, and several sums are one sentence", async () => {
  const refund = (cents: number) => ({ cents, text: `Refund ${cents}`, always: true });
  expect(await ask("", refund(1))).toMatchObject({ message: "Refund 1. Send it again if this is right." });
  expect(await ask("", refund(0))).toMatchObject({ data: { repeat: "Refund 0" } });
  expect(await ask("", refund(1), refund(2))).toMatchObject({ data: { repeat: "Refund 1, Refund 2" } });
});
