import { getTableColumns } from "drizzle-orm";
import { orders } from "../tables.ts";

const {
  instructions: _i,
  snapshot: _s,
  attachments: _a,
  idempotencyKey: _k,
  formDigest: _d,
  ...light
} = getTableColumns(orders);

/** Everything of an order but its long texts: for lists. */
export const lightColumns = light;
