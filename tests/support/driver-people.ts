import { openVisitor, type Page, Unanswered, type Visitor } from "./driver.ts";
import { formWith, type PageForm, textOf } from "./driver-forms.ts";

/** What the product has acknowledged, written down before the next step; `asked` may have happened or not. */
export type Witness = {
  asked: Set<string>;
  placed: Map<string, string>;
  /** Orders that nobody is going to pay. */
  left: Set<string>;
  /** Orders that somebody began to pay. */
  paying: Set<string>;
  paid: Set<string>;
  /** Where steps by people have brought an order, and where one that was not answered may have. */
  lives: Map<string, { done?: string; asked?: string }>;
  /** Paid orders that no admin has looked at. */
  forAdmin: string[];
  unanswered: number;
};

export const newWitness = (): Witness => ({
  asked: new Set(),
  placed: new Map(),
  left: new Set(),
  paying: new Set(),
  paid: new Set(),
  lives: new Map(),
  forAdmin: [],
  unanswered: 0,
});

export const orderFields = {
  title: "A practice paper on memory",
  instructions: "Five pages about memory and forgetting.",
  country: "DE",
  fairUse: "on",
  age: "on",
};

/** Opens the order form, as a link with the calculator's choices does. */
export const openOrderForm = async (visitor: Visitor): Promise<Page> => {
  const query = new URLSearchParams({ service: "non-technical", subject: "Psychology", pages: "5", hours: "168" });
  return visitor.get(`/order?${query}`);
};

export const checkoutOf = (page: Page): string => {
  const id = /^\/checkout\/([0-9a-f-]{36})$/.exec(page.path)?.[1];
  if (!id) throw new Error(`The order was not placed: ${page.status} ${page.path}: ${textOf(page.html).slice(0, 900)}`);
  return id;
};

async function place(visitor: Visitor, witness: Witness): Promise<string> {
  const page = await openOrderForm(visitor);
  const form = formWith(page.html, "idempotencyKey");
  const key = form.fields.get("idempotencyKey") ?? "";
  witness.asked.add(key);
  const id = checkoutOf(await visitor.send(page, form, orderFields));
  witness.placed.set(key, id);
  return id;
}

async function pay(visitor: Visitor, witness: Witness, orderId: string): Promise<void> {
  const practice = await openPayment(visitor, orderId);
  witness.paying.add(orderId);
  const back = await visitor.send(practice, formWith(practice.html, "choice", "pay"), { choice: "pay" });
  noteReturn(back, witness, orderId);
}

/** From the checkout to the provider's page. */
export async function openPayment(visitor: Visitor, orderId: string): Promise<Page> {
  const checkout = await visitor.get(`/checkout/${orderId}`);
  return visitor.send(checkout, formWith(checkout.html, "seenCents"));
}

/** A person whose payment was not answered looks again. */
export const lookAgain = async (visitor: Visitor, witness: Witness, orderId: string): Promise<void> =>
  noteReturn(await visitor.get(`/checkout/${orderId}/return`), witness, orderId);

export const noteReturn = (page: Page, witness: Witness, orderId: string): void => {
  if (page.html.includes("We have your order")) witness.paid.add(orderId);
};

/** A client's whole visit: an order, and mostly its payment. */
export const shopping =
  (witness: Witness) =>
  async (visitor: Visitor): Promise<void> => {
    const orderId = await place(visitor, witness);
    if (Math.random() < 0.3) return void witness.left.add(orderId);
    await pay(visitor, witness, orderId);
    if (!witness.paid.has(orderId)) return;
    if (Math.random() < 0.3) await cancel(visitor, witness, orderId);
    else witness.forAdmin.push(orderId);
  };

type StepForm = { page: Page; form: PageForm; typed?: Record<string, string>; next: string };

/** Sends a step in the life of an order, and writes down what was answered. */
async function step(visitor: Visitor, witness: Witness, orderId: string, asked: StepForm): Promise<void> {
  const before = witness.lives.get(orderId);
  witness.lives.set(orderId, { ...before, asked: asked.next });
  const answer = await visitor.send(asked.page, asked.form, asked.typed);
  if (!answer.done) throw new Error(`No ${asked.next}: ${answer.status} ${textOf(answer.html)}`);
  witness.lives.set(orderId, { done: asked.next });
}

async function cancel(visitor: Visitor, witness: Witness, orderId: string): Promise<void> {
  const page = await visitor.get(`/dashboard/orders/${orderId}?step=cancel`);
  await step(visitor, witness, orderId, { page, form: formWith(page.html, "action", "cancel"), next: "cancelled" });
}

const ticks = Object.fromEntries([0, 1, 2, 3].map((at) => [`deliver.tick-${at}`, "on"]));

const adminSteps: { name: string; next: string; typed: Record<string, string> }[] = [
  { name: "assign", next: "assigned", typed: {} },
  { name: "accept-for-writer", next: "in_progress", typed: { "accept-for-writer.reason": "By telephone." } },
  { name: "deliver", next: "delivered", typed: { "deliver.text": "The work.", "deliver.final": "on", ...ticks } },
];

/** An admin's turn: the next paid order is given to a writer, begun and delivered, when a writer has room. */
export const adminWork =
  (witness: Witness) =>
  async (visitor: Visitor): Promise<unknown> => {
    const orderId = witness.forAdmin.shift();
    if (!orderId) return new Promise((resolve) => setTimeout(resolve, 50));
    for (const { name, next, typed } of adminSteps) {
      const page = await visitor.get(`/admin/orders/${orderId}`);
      if (name === "assign" && page.html.includes("No writer has a free place now.")) return undefined;
      await step(visitor, witness, orderId, { page, form: formWith(page.html, "step", name), typed, next });
    }
    return undefined;
  };

export type Player = { failed(): boolean; stop(): Promise<void> };

/** Plays again and again until it is stopped; what is not answered is counted, anything else ends it with its error. */
export function play(
  base: () => string,
  email: string,
  witness: Witness,
  game: (visitor: Visitor) => Promise<unknown>,
): Player {
  let stopped = false;
  const visitor = openVisitor(base);
  const run = async (): Promise<void> => {
    let signedIn = false;
    while (!stopped)
      try {
        if (!signedIn) await visitor.signIn(email);
        signedIn = true;
        await game(visitor);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        witness.unanswered += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
  };
  let failed = false;
  const running = run();
  running.catch(() => {
    failed = true; // its error is reported by stop
  });
  return {
    failed: () => failed,
    stop: () => {
      stopped = true;
      return running;
    },
  };
}
