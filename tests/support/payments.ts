import { openSandbox, type Sandbox } from "../../src/adapters/payments/sandbox/index.ts";
import { writerDirectory } from "../../src/modules/orders/index.server.ts";
import {
  doAct,
  essayCents,
  must,
  newWriter,
  person,
  place,
  placing,
  rowOf,
} from "../../src/modules/orders/orders.testing.ts";
import { startAttempt } from "../../src/modules/payments/commands/start-attempt.ts";
import { receiveEvent } from "../../src/modules/payments/inbox.ts";
import { type PaymentProvider, providersPort, sandboxPort } from "../../src/modules/payments/ports.ts";
import { paymentReactions } from "../../src/modules/payments/reactions.ts";
import { writerDirectoryOfHouse } from "../../src/modules/writing/index.server.ts";
import type { Port } from "../../src/platform/house.ts";
import type { Person } from "../../src/shared/viewer.ts";
import { createTestHouse, ctxFor, type TestHouse } from "./house.ts";

export { doAct, essayCents, must, newWriter, person, place, placing, rowOf };

export type PayHouse = TestHouse & {
  sandbox: Sandbox;
  /** A second provider beside the first. */
  other: Sandbox;
  /** Lost: events are signed and never arrive. */
  post: { lost: boolean };
};

/** A house with orders, payments and two practice providers, "sandbox" and "other". */
export async function openPayHouse(wishes: Parameters<typeof createTestHouse>[0] = {}): Promise<PayHouse> {
  const house = await createTestHouse({
    ports: [[writerDirectory, writerDirectoryOfHouse]],
    reactions: paymentReactions,
    ...wishes,
  });
  const post = { lost: false };
  const sandboxOf = (key: string) =>
    openSandbox({
      db: house.db,
      clock: house.clock,
      key,
      signingKey: Buffer.from(`the signing key of ${key}, for tests`),
      deliver: async (raw, headers) => {
        const received = post.lost ? null : await receiveEvent(house, key, raw, headers);
        if (received?.ok) await received.processed;
      },
    });
  const [sandbox, other] = [sandboxOf("sandbox"), sandboxOf("other")];
  const { port } = house;
  const plugged = new Map<string, unknown>([
    [providersPort.name, [sandbox.provider, other.provider] satisfies PaymentProvider[]],
    [sandboxPort.name, sandbox.desk],
  ]);
  return Object.assign(house, {
    sandbox,
    other,
    post,
    port: <T>(key: Port<T>): T => (plugged.has(key.name) ? (plugged.get(key.name) as T) : port(key)),
  });
}

export type Client = { client: Person; orderId: string };

/** A new order of 126.00 that waits for its money. */
export async function newOrder(house: PayHouse): Promise<Client> {
  const client = person();
  const deadline = new Date(house.clock().getTime() + 60 * 3_600_000).toISOString();
  const { orderId } = await place(house, client, placing({ ...essayFields, deadline }));
  return { client, orderId };
}

const essayFields = placing().fields;

/** Opens a payment page as the client. Returns the attempt's id. */
export const begin = async (house: PayHouse, { client, orderId }: Client, method = "sandbox"): Promise<string> =>
  must(await startAttempt(ctxFor(house, client), { orderId, method, seenCents: essayCents })).attemptId;

/** The whole way: a page is opened, paid, the event arrives. */
export async function paidOrder(house: PayHouse): Promise<Client & { attemptId: string }> {
  const mine = await newOrder(house);
  const attemptId = await begin(house, mine);
  await house.sandbox.desk.act(attemptId, "pay");
  return { ...mine, attemptId };
}

export const later = (house: TestHouse, seconds: number) =>
  house.setNow(new Date(house.clock().getTime() + seconds * 1000));
