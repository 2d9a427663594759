import { quietLog } from "#tests/support/quiet-log.ts";
import type { Database } from "../database/database.ts";
import type { House, Mode, Port } from "../house.ts";
import type { NewMail } from "./content.ts";
import type { Mailer } from "./port.ts";

/** As much of a house as the mail sender touches; each has its own mailer and clock, all share one database. */
export const mailHouse = (db: Database, mailer: Mailer, clock: () => Date, mode: Mode = "real"): House =>
  ({
    db,
    clock,
    mode,
    log: quietLog,
    config: { baseUrl: new URL("https://shop.example"), mailFrom: "Shop <no-reply@shop.example>" },
    port: <T>(_key: Port<T>): T => mailer as T,
  }) as unknown as House;

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
