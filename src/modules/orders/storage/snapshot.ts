import type { KeptInput, KeptResult } from "#src/modules/pricing/index.server.ts";

/** How a price came about, kept on the order for ever. Instants are text, money is cents. */
export type Snapshot = {
  quoteId: string | null;
  tableVersion: number;
  engineVersion: number;
  pricedAt: string;
  /** The checked input; `sent` is what came in, before defaults. */
  inputs: KeptInput;
  sent: Readonly<Record<string, unknown>>;
  result: KeptResult;
  zone: string | null;
  lockEndsAt: string;
};
