import { eq } from "drizzle-orm";
import { orderBrief, visibleOrder } from "#src/modules/orders/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { type Ctx, definePort } from "#src/platform/runtime.ts";
import { isId } from "#src/shared/id.ts";
import { done, notFound, type Outcome } from "#src/shared/outcome.ts";
import { attempts } from "../tables.ts";

/** The sandbox provider's own page, as the screen at /sandbox/pay shows it. */
export type SandboxPage = {
  id: string;
  orderNumber: string;
  cents: number;
  currency: string;
  /** open: can be paid; over: its time has passed. */
  state: "open" | "paid" | "declined" | "over";
  returnTo: string;
};
export const sandboxChoices = ["pay", "pay-and-close", "pay-twice", "decline", "close"] as const;
export type SandboxChoice = (typeof sandboxChoices)[number];
export type SandboxControls = {
  page: (attemptId: string) => Promise<SandboxPage | null>;
  /** Does what the person chose and sends a signed event; `quiet` sends none, `at` dates it otherwise. */
  act: (attemptId: string, choice: SandboxChoice, how?: { at?: Date; quiet?: boolean }) => Promise<SandboxPage | null>;
  /** Removes the pages of these attempts with all payments, in the caller's transaction: the demo goes. */
  forget: (tx: Database, attemptIds: readonly string[]) => Promise<void>;
};

/** Null where the sandbox provider does not exist. */
export const sandboxPort = definePort<SandboxControls | null>("payments.sandbox");

/** The sandbox provider, for the client of the attempt's order; everybody else finds nothing. */
async function controlsFor({ runtime, viewer }: Ctx, attemptId: string): Promise<Outcome<SandboxControls>> {
  const controls = runtime.port(sandboxPort);
  if (!controls || viewer.kind !== "person" || !isId(attemptId)) return notFound();
  const [attempt] = await runtime.db
    .select({ orderId: attempts.orderId })
    .from(attempts)
    .where(eq(attempts.id, attemptId));
  const order = attempt && (await orderBrief(runtime.db, attempt.orderId));
  return order && visibleOrder(order, viewer, "checkout").ok ? done(controls) : notFound();
}

const found = (page: SandboxPage | null): Outcome<SandboxPage> => (page ? done(page) : notFound());

/** The sandbox payment page of an own attempt. Refuses not-found. */
export async function sandboxPage(ctx: Ctx, attemptId: string): Promise<Outcome<SandboxPage>> {
  const controls = await controlsFor(ctx, attemptId);
  return controls.ok ? found(await controls.value.page(attemptId)) : controls;
}

/** What the person chose on the sandbox page. Refuses not-found. */
export async function actOnSandbox(ctx: Ctx, attemptId: string, choice: SandboxChoice): Promise<Outcome<SandboxPage>> {
  const controls = await controlsFor(ctx, attemptId);
  return controls.ok ? found(await controls.value.act(attemptId, choice)) : controls;
}
