import type { Database } from "#src/platform/database/database.ts";
import { definePort } from "#src/platform/runtime.ts";

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
