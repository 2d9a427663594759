import { startPayPal } from "#fakes/paypal/start.ts";
import { signed, startStripe } from "#fakes/stripe/start.ts";
import { payPalOver } from "#src/adapters/payments/paypal/over-fake.test-support.ts";
import { openStripe } from "#src/adapters/payments/stripe/index.ts";
import { chatEventHandlers } from "#src/modules/chat/event-handlers.ts";
import { newCode } from "#src/modules/payments/codes/codes.testing.ts";
import { paymentEventHandlers } from "#src/modules/payments/event-handlers.ts";
import { type PaymentProvider, providersPort } from "#src/modules/payments/ports.ts";
import { bankSetting, secondAdminSetting } from "#src/modules/payments/settings.ts";
import { transferProvider } from "#src/modules/payments/transfer/provider.ts";
import { openSettings } from "#src/platform/settings.ts";
import type { Person } from "#src/shared/viewer.ts";
import { openPaymentsRuntime } from "#tests/support/payments.ts";
import { createPerson } from "#tests/support/people.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { openDice, openLane } from "./lane.ts";

type Sent = { raw: string; headers: Headers };
/** Signed anew each time that it is sent. */
type SentEvent = { provider: "stripe" | "paypal"; sign: () => Sent };

const sentAs = ({ body, headers }: { body: string; headers: Record<string, string> }): Sent => ({
  raw: body,
  headers: new Headers(headers),
});

/** An installation with both providers, whose post passes through the test's hands, and a bank. */
export async function openFixture(seed: number) {
  const dice = openDice(seed);
  const runtime = await openPaymentsRuntime({
    mode: "real",
    env: { LIMITS_FACTOR: "100000" },
    eventHandlers: [...paymentEventHandlers, ...chatEventHandlers],
  });
  await storeSetting(runtime, bankSetting, { holder: "A", account: "GB33BUKB20201555555555", bic: "", bank: "B" });
  await storeSetting(runtime, secondAdminSetting, 10_000_000);
  const stripe = await startStripe({ now: runtime.clock });
  const paypal = await startPayPal({ now: runtime.clock });
  const events: SentEvent[] = [];
  stripe.bank.send = (event) => {
    events.push({ provider: "stripe", sign: () => sentAs(signed(event, runtime.clock())) });
  };
  paypal.bank.send = (event) => {
    events.push({ provider: "paypal", sign: () => sentAs(paypal.letterOf(event)) });
  };
  const lane = openLane(dice);
  const mortal = (one: PaymentProvider): PaymentProvider => ({
    ...one,
    open: lane.call(one.open),
    state: lane.call(one.state),
    capture: lane.call(one.capture),
    close: lane.call(one.close),
    refund: lane.call(one.refund),
    refundsOf: lane.call(one.refundsOf),
    dispute: lane.call(one.dispute),
  });
  const config = { secretKey: "sk_test_fake", webhookSecrets: ["whsec_fake"], apiBase: new URL(stripe.url) };
  const shared = { installId: "test", baseUrl: new URL("http://localhost:3000"), clock: runtime.clock };
  const online = [openStripe({ config, ...shared }), payPalOver(paypal, runtime.clock)].map(mortal);
  const providers = [...online, transferProvider(runtime)];
  const { port } = runtime;
  const db = lane.database(runtime.database.pool);
  Object.assign(runtime, {
    db,
    settings: openSettings(db, runtime.clock),
    port: (key: { name: string }) => (key.name === providersPort.name ? providers : port(key as never)),
  });
  /** The bank statement: what came and what was sent back, by reference. */
  const statement = new Map<string, { cents: number; back: number; orderId: string; entered: boolean }>();
  const close = async () => {
    await stripe.close();
    await paypal.close();
    await runtime.drop();
  };
  const admin: Person = { ...(await createPerson(runtime, { role: 3 })), freshAt: new Date("2100-01-01") };
  /** A part of the price, more than most of it, all of it. */
  const codes = [
    await newCode(runtime),
    await newCode(runtime, { amount: "470.70", mostUses: "3" }),
    await newCode(runtime, { percent: "100" }),
  ];
  /** The total that people have seen last. */
  const shown = { totalCents: 48_000 };
  return { dice, runtime, stripe, paypal, events, lane, statement, admin, codes, shown, close };
}
export type Fixture = Awaited<ReturnType<typeof openFixture>>;
