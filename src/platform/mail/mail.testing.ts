import { tmpdir } from "node:os";
import { quietLog } from "#tests/support/quiet-log.ts";
import type { Database } from "../database/database.ts";
import type { Mode, Port, Runtime } from "../runtime.ts";
import type { NewMail } from "./content.ts";
import type { Mailer } from "./port.ts";

/** As much of a runtime as the mail sender touches; each has its own mailer and clock, all share one database. */
export const openMailRuntime = (db: Database, mailer: Mailer, clock: () => Date, mode: Mode = "real"): Runtime =>
  ({
    db,
    clock,
    mode,
    log: quietLog,
    hasHandler: () => false,
    live: { publish: () => undefined, ephemeral: () => undefined },
    config: { dataDir: tmpdir(), baseUrl: new URL("https://shop.example"), mailFrom: "no-reply@shop.example" },
    port: <T>(_key: Port<T>): T => mailer as T,
  }) as unknown as Runtime;

/** A mail with a one-time link in its button. */
export const testMail = (n: number | string, more: Partial<NewMail> = {}): NewMail => ({
  kind: "orders.delivered",
  to: `client${n}@example.org`,
  subject: `Mail ${n}`,
  content: {
    title: `Mail ${n}`,
    paragraphs: ["Text."],
    button: { label: "Open", path: `/dashboard/orders/${n}?token=secret${n}` },
  },
  ...more,
});
