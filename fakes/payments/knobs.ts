import { setTimeout as wait } from "node:timers/promises";

/** What a test, or a curious person, can change while a fake of a payment provider runs. */
export type Knobs = {
  /** Webhooks are made and never sent. */
  drop: boolean;
  /** Each webhook is sent twice. */
  duplicate: boolean;
  /** A webhook waits until the next one is sent. */
  reorder: boolean;
  /** Milliseconds before a webhook is sent. */
  delayMs: number;
  /** Calls: error answers 500, lost does the work and then cuts the line, silent never answers. */
  down: "error" | "lost" | "silent" | null;
  /** Milliseconds before a call is answered. */
  slowMs: number;
};

export const newKnobs = (): Knobs => ({
  drop: false,
  duplicate: false,
  reorder: false,
  delayMs: 0,
  down: null,
  slowMs: 0,
});

/** Turns the knobs that are named; a name or a kind of value that is unknown is refused with a sentence. */
export function turn(knobs: Knobs, wishes: Record<string, unknown>): string | null {
  const plain = newKnobs();
  for (const [name, value] of Object.entries(wishes)) {
    if (!(name in plain)) return `There is no knob "${name}".`;
    const fits =
      name === "down"
        ? [null, "error", "lost", "silent"].includes(value as string | null)
        : typeof value === typeof plain[name as keyof Knobs];
    if (!fits) return `${name}: not a value of this knob`;
  }
  Object.assign(knobs, wishes);
  return null;
}

type WebhookMessage = { body: string; headers: Record<string, string> };

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
