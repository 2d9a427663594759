import { openSandbox, type Sandbox } from "../../src/adapters/payments/sandbox/index.ts";
import { ownOrderPort } from "../../src/modules/accounts/ports.ts";
import { writerDirectory } from "../../src/modules/orders/index.server.ts";
import {
  doAct,
  essayCents,
  finished,
  must,
  newWriter,
  person,
  place,
  placing,
  rowOf,
} from "../../src/modules/orders/orders.testing.ts";
import { ownsOrder } from "../../src/modules/orders/queries/history.ts";
import { sandboxPort } from "../../src/modules/payments/commands/sandbox-page.ts";
import { startAttempt } from "../../src/modules/payments/commands/start-attempt.ts";
import { paymentEventHandlers } from "../../src/modules/payments/event-handlers.ts";
import { type PaymentProvider, providersPort } from "../../src/modules/payments/ports.ts";
import { receiveEvent } from "../../src/modules/payments/provider-events/inbox.ts";
import { transferProvider } from "../../src/modules/payments/transfer/provider.ts";
import { writerDirectoryOfRuntime } from "../../src/modules/writing/index.server.ts";
import type { Port } from "../../src/platform/runtime.ts";
import type { Person } from "../../src/shared/viewer.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "./runtime.ts";

export { doAct, essayCents, finished, must, newWriter, person, place, placing, rowOf };

export type PaymentsRuntime = TestRuntime & {
  sandbox: Sandbox;
  /** A second provider beside the first. */
  other: Sandbox;
  /** Lost: events are signed and never arrive. */
  post: { lost: boolean };
};

/** A runtime with orders, payments and two sandbox providers, "sandbox" and "other". */
export async function openPaymentsRuntime(
  wishes: Parameters<typeof createTestRuntime>[0] = {},
): Promise<PaymentsRuntime> {
  const runtime = await createTestRuntime({
    ports: [
      [writerDirectory, writerDirectoryOfRuntime],
      [ownOrderPort, ownsOrder],
    ],
    eventHandlers: paymentEventHandlers,
    ...wishes,
  });
  const post = { lost: false };
  const sandboxOf = (key: string) =>
    openSandbox({
      db: runtime.db,
      clock: runtime.clock,
      key,
      signingKey: Buffer.from(`the signing key of ${key}, for tests`),
      deliver: async (raw, headers) => {
        const received = post.lost ? null : await receiveEvent(runtime, key, { raw, headers });
        if (received?.ok) await received.processed;
      },
    });
  const [sandbox, other] = [sandboxOf("sandbox"), sandboxOf("other")];
  const { port } = runtime;
  const plugged = new Map<string, unknown>([
    [providersPort.name, [sandbox.provider, other.provider, transferProvider(runtime)] satisfies PaymentProvider[]],
    [sandboxPort.name, sandbox.controls],
  ]);
  return Object.assign(runtime, {
    sandbox,
    other,
    post,
    port: <T>(key: Port<T>): T => (plugged.has(key.name) ? (plugged.get(key.name) as T) : port(key)),
  });
}

export type Client = { client: Person; orderId: string };

/** A new order of 126.00 that waits for its money. */
export async function newOrder(runtime: PaymentsRuntime, client: Person = person()): Promise<Client> {
  const deadline = new Date(runtime.clock().getTime() + 60 * 3_600_000).toISOString();
  const { orderId } = await place(runtime, client, placing({ ...essayFields, deadline }));
  return { client, orderId };
}

const essayFields = placing().fields;

/** Opens a payment page as the client. Returns the attempt's id. */
export const begin = async (
  runtime: PaymentsRuntime,
  { client, orderId }: Client,
  method = "sandbox",
): Promise<string> =>
  must(await startAttempt(ctxFor(runtime, client), { orderId, method, seenCents: essayCents })).attemptId;

/** The whole way: a page is opened, paid, the event arrives. */
export async function paidOrder(runtime: PaymentsRuntime, client?: Person): Promise<Client & { attemptId: string }> {
  const mine = await newOrder(runtime, client);
  const attemptId = await begin(runtime, mine);
  await runtime.sandbox.controls.act(attemptId, "pay");
  return { ...mine, attemptId };
}

export const later = (runtime: TestRuntime, seconds: number) =>
  runtime.setNow(new Date(runtime.clock().getTime() + seconds * 1000));
