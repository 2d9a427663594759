import { quietLog } from "#tests/support/quiet-log.ts";
import type { Database } from "../database/database.ts";
import type { House, Mode, Port } from "../house.ts";
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
