import { adminOrderPages } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";

/** The numbers for people of these orders; what the viewer may not see is missing. */
export async function numbersOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  if (ids.length === 0) return numbers;
  for await (const rows of adminOrderPages(ctx, { group: "all", chosen: ids }))
    for (const { id, number } of rows) numbers.set(id, number);
  return numbers;
}
