import { startPayPal } from "#fakes/paypal/start.ts";
import { signed, startStripe } from "#fakes/stripe/start.ts";
import { payPalOver } from "#src/adapters/payments/paypal/over-fake.test-support.ts";
import { openStripe } from "#src/adapters/payments/stripe/index.ts";
import type { Database } from "#src/platform/database/database.ts";
import { openPaymentsRuntime } from "#tests/support/payments.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { type PaymentProvider, providersPort } from "../ports.ts";
import { bankSetting, secondAdminSetting } from "../settings.ts";
import { transferProvider } from "../transfer/provider.ts";

/** A small generator: the same seed gives the same choices. */
function openDice(seed: number) {
  let state = seed >>> 0;
  const upTo = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  return { upTo, oneOf: <T>(all: readonly T[]): T => all[upTo(all.length)] as T };
}
export type Dice = ReturnType<typeof openDice>;

const died = "The process died.";

/**
 * A process that may die before and after each call of a provider, each statement and each transaction (inside of one
 * is the same as before it: it rolls back). Once dead it does nothing more, whatever the code around catches.
 */
function openMortality({ upTo }: Dice) {
  const now = { perThousand: 0, dead: false };
  const step = (more = 1): void => {
    if (!now.dead && upTo(1_000) < now.perThousand * more) now.dead = true;
    if (now.dead) throw new Error(died);
  };
  const call =
    <A extends unknown[], T>(run: (...args: A) => Promise<T>, more: number) =>
    async (...args: A): Promise<T> => {
      step(more);
      const answer = await run(...args);
      step(more);
      return answer;
    };
  const provider = (one: PaymentProvider): PaymentProvider => ({
    ...one,
    open: call(one.open, 5),
    state: call(one.state, 5),
    capture: call(one.capture, 5),
    close: call(one.close, 5),
    refund: call(one.refund, 5),
    refundsOf: call(one.refundsOf, 5),
    dispute: call(one.dispute, 5),
  });
  const database = (db: Database): Database =>
    new Proxy(db, {
      get: (whole, name) => {
        const part: unknown = Reflect.get(whole, name, whole);
        if (typeof part !== "function") return part;
        const run = part.bind(whole);
        if (name === "transaction") return call(run, 1);
        return (...args: unknown[]) => {
          step();
          return run(...args);
        };
      },
    });
  /** Does something as a process that may die; true when it lived. Anything but its death is thrown. */
  const risk = async (perThousand: number, choice: () => Promise<unknown>): Promise<boolean> => {
    now.perThousand = perThousand;
    try {
      await choice();
    } catch (error) {
      if (!String(error).includes(died)) throw error;
    }
    const lived = !now.dead;
    Object.assign(now, { perThousand: 0, dead: false });
    return lived;
  };
  return { provider, database, risk };
}

type Sent = { raw: string; headers: Headers };
/** Signed anew each time that it is sent. */
type Letter = { provider: "stripe" | "paypal"; sign: () => Sent };

const sentAs = ({ body, headers }: { body: string; headers: Record<string, string> }): Sent => ({
  raw: body,
  headers: new Headers(headers),
});

/** An installation with both providers, whose post passes through the test's hands, and a bank. */
export async function openFixture(seed: number) {
  const dice = openDice(seed);
  const runtime = await openPaymentsRuntime({ mode: "real" });
  await storeSetting(runtime, bankSetting, { holder: "A", account: "GB33BUKB20201555555555", bic: "", bank: "B" });
  await storeSetting(runtime, secondAdminSetting, 10_000_000);
  const stripe = await startStripe({ now: runtime.clock });
  const paypal = await startPayPal({ now: runtime.clock });
  const letters: Letter[] = [];
  stripe.bank.send = (event) => {
    letters.push({ provider: "stripe", sign: () => sentAs(signed(event, runtime.clock())) });
  };
  paypal.bank.send = (event) => {
    letters.push({ provider: "paypal", sign: () => sentAs(paypal.letterOf(event)) });
  };
  const mortal = openMortality(dice);
  const config = { secretKey: "sk_test_fake", webhookSecrets: ["whsec_fake"], apiBase: new URL(stripe.url) };
  const shared = { installId: "test", baseUrl: new URL("http://localhost:3000"), clock: runtime.clock };
  const online = [openStripe({ config, ...shared }), payPalOver(paypal, runtime.clock)].map(mortal.provider);
  const providers = [...online, transferProvider(runtime)];
  const { port } = runtime;
  Object.assign(runtime, {
    db: mortal.database(runtime.db),
    port: (key: { name: string }) => (key.name === providersPort.name ? providers : port(key as never)),
  });
  /** The bank statement: what came and what was sent back, by reference. */
  const statement = new Map<string, { cents: number; back: number; orderId: string; entered: boolean }>();
  const close = async () => {
    await stripe.close();
    await paypal.close();
    await runtime.drop();
  };
  return { dice, runtime, stripe, paypal, letters, mortal, statement, close };
}
export type Fixture = Awaited<ReturnType<typeof openFixture>>;
