import type { OrderVersions } from "#src/modules/operator/index.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { runDueTimers } from "#src/platform/timers.ts";
import type { Outcome } from "#src/shared/outcome.ts";
import { hourMs } from "#src/shared/units.ts";
import { capabilities, type Person, type Role } from "#src/shared/viewer.ts";
import { act } from "../commands/act.ts";
import { counterQuote } from "../commands/ask-change.ts";
import { deliverWork } from "../commands/deliver-work.ts";
import { noteOrderOpened, openDelivery } from "../commands/note-opened.ts";
import { placeDemoOrder } from "../commands/place-order.ts";
import { rateOrder, replyToRating } from "../commands/rate-order.ts";
import type { AskedAnswers } from "../domain/brief-fields.ts";
import { orderTimers } from "../jobs.ts";
import { type DemoWork, demoHandover, demoText } from "./works.ts";

export type DemoCast = Record<"client" | "writer" | "admin", { id: string; name: string; email: string }>;
/** Pays the whole price of an order as its client would, at the clock of the given runtime. */
type PayOrder = (runtime: Runtime, orderId: string) => Promise<void>;
export type DemoParts = {
  cast: DemoCast;
  pay: PayOrder;
  /** Makes the demo writer one, with room for all that is shown. */
  makeWriter: (runtime: Runtime, personId: string) => Promise<void>;
  /** Of the texts that every demo client accepts. */
  versions: OrderVersions;
};

const need = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`A demo order could not be made: ${JSON.stringify(outcome)}`);
  return outcome.value;
};

const answers = {
  academicLevel: "bachelor",
  citationStyle: "apa",
  languageVariant: "en-US",
} satisfies AskedAnswers;

const roles = { client: 1, writer: 2, admin: 3 } as const satisfies Record<keyof DemoCast, Role>;

/** How a repeated story differs: its title, how many hours earlier it begins, and how many more it has until it is due. */
export type Variation = { readonly earlier: number; readonly moreTime: number; readonly title: string };

/** The real commands at any hour around the first start. `at` is hours from then; the past is negative. */
export function openStage(runtime: Runtime, parts: DemoParts, variation?: Variation) {
  const { earlier = 0, moreTime = 0 } = variation ?? {};
  const first = new Date(runtime.clock().getTime() - earlier * hourMs);
  const runtimeAt = (at: number): Runtime => ({
    ...runtime,
    clock: () => new Date(first.getTime() + at * hourMs),
    dispatchEvents: async () => undefined,
  });
  const person = (who: keyof DemoCast): Person => ({
    kind: "person",
    ...parts.cast[who],
    emailVerified: true,
    role: roles[who],
    capabilities: who === "admin" ? capabilities : [],
    timeZone: null,
    waitingRole: null,
    sessionId: newId(),
    freshAt: new Date("2100-01-01"),
  });
  const ctx = (at: number, who: keyof DemoCast): Ctx => ({
    runtime: runtimeAt(at),
    viewer: person(who),
    request: { id: "demo", address: "127.0.0.1" },
  });

  return {
    /** Places a work with a deadline `due` hours from the first start. */
    place: async (at: number, work: DemoWork, due: number): Promise<string> => {
      const deadline = new Date(Math.floor(first.getTime() / hourMs + due + moreTime) * hourMs).toISOString();
      const { instructions } = work;
      const title = variation?.title ?? work.title;
      const fields = {
        ...work.fields,
        title,
        instructions,
        deadline,
        deadlineZone: "UTC",
        country: "US",
        ...answers,
        checklist: "",
        fairUse: "on",
        age: "on",
      };
      const raw = { mode: "form", fields, idempotencyKey: newId(), ...parts.versions };
      const shown = await placeDemoOrder(ctx(at, "client"), raw);
      if (shown.ok) return shown.value.orderId;
      const confirmTotalCents = shown.code === "price-changed" ? shown.data?.totalCents : undefined;
      return need(await placeDemoOrder(ctx(at, "client"), { ...raw, confirmTotalCents })).orderId;
    },
    pay: (at: number, orderId: string) => parts.pay(runtimeAt(at), orderId),
    act: async (at: number, who: keyof DemoCast, orderId: string, action: string, more: object = {}) =>
      void need(await act(ctx(at, who), { orderId, action, ...more })),
    counter: async (at: number, orderId: string, offer: { price: string; text: string }) =>
      void need(await counterQuote(ctx(at, "client"), { orderId, ...offer })),
    rate: async (at: number, orderId: string, rating: { stars: number; text: string }, reply: string) => {
      need(await rateOrder(ctx(at, "client"), { orderId, ...rating }));
      need(await replyToRating(ctx(at + 20, "admin"), { orderId, reply }));
    },
    assign: async (at: number, orderId: string) =>
      void need(await act(ctx(at, "admin"), { orderId, action: "assign", writerId: parts.cast.writer.id })),
    /** Approves, and finishes when that cannot be undone any more. */
    approve: async (at: number, orderId: string) => {
      need(await act(ctx(at, "client"), { orderId, action: "approve" }));
      await runDueTimers(runtimeAt(at + 0.1), orderTimers);
    },
    deliver: async (at: number, orderId: string, work: DemoWork, final = true) =>
      void need(
        await deliverWork(ctx(at, "writer"), {
          orderId,
          text: demoText(work),
          final,
          handover: demoHandover(work),
        }),
      ),
    read: async (at: number, orderId: string) => {
      need(await noteOrderOpened(ctx(at, "client"), { orderId }));
      need(await openDelivery(ctx(at, "client"), { orderId, number: 1 }));
    },
    hoursAt: (at: number): Date => new Date(first.getTime() + at * hourMs),
  };
}
export type Stage = ReturnType<typeof openStage>;
