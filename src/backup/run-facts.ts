import type { RunFacts } from "#src/platform/tables.ts";
import type { Manifest } from "./manifest.ts";

/** What is kept of a backup, or of its drill, beside when it was made. */
export function factsOf({ manifest, sealed }: { manifest: Manifest; sealed: boolean }): {
  bytes: number;
  facts: RunFacts;
} {
  const { tables, files } = manifest;
  const orders = tables.find(({ name }) => name === "orders.orders")?.rows ?? 0;
  const bytes = [...tables, ...files].reduce((sum, one) => sum + one.bytes, 0);
  return { bytes, facts: { orders, files: files.length, sealed } };
}
