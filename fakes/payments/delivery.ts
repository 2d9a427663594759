import { setTimeout as wait } from "node:timers/promises";
import type { Knobs } from "./knobs.ts";

export type WebhookMessage = { body: string; headers: Record<string, string> };

const waitsMs = [0, 200, 1_000, 5_000];

/** Sends webhooks as the knobs say, and again while they are not taken. `address` null: they are made and not sent. */
export function openDelivery(address: string | null, knobs: Knobs) {
  const under = new Set<Promise<void>>();
  const held: WebhookMessage[] = [];
  const taken = async ({ body, headers }: WebhookMessage): Promise<boolean> => {
    const answer = await fetch(address ?? "", { method: "POST", body, headers }).catch(() => null);
    return answer?.ok === true;
  };
  const carry = async (message: WebhookMessage): Promise<void> => {
    await wait(knobs.delayMs);
    for (const ms of waitsMs) {
      await wait(ms);
      if (await taken(message)) return;
    }
  };
  const start = (message: WebhookMessage): void => {
    const delivery: Promise<void> = carry(message).finally(() => under.delete(delivery));
    under.add(delivery);
  };
  const post = (message: WebhookMessage): void => {
    if (address === null || knobs.drop) return;
    if (knobs.reorder && held.length === 0) return void held.push(message);
    for (const one of [message, ...(knobs.duplicate ? [message] : []), ...held.splice(0)]) start(one);
  };
  /** Resolves when everything that was posted has been sent, what was held back too. */
  const flush = async (): Promise<void> => {
    for (const one of held.splice(0)) start(one);
    while (under.size > 0) await Promise.all(under);
  };
  return { post, flush };
}
