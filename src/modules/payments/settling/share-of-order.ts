import type { Database } from "#src/platform/database/database.ts";
import { readSetting } from "#src/platform/settings.ts";
import type { OrderToPay } from "../charges/order-to-pay.ts";
import { shareSetting } from "../settings.ts";

/** The writer's percent of an order: what its offer fixed, else the setting while nobody was asked. */
export const shareOfOrder = async (db: Database, { writerShare }: Pick<OrderToPay, "writerShare">): Promise<number> =>
  writerShare ?? (await readSetting(db, shareSetting)).value;
