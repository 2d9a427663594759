import { listAddress } from "#src/shared/list-address.ts";

/** The tabs of the list of custom orders, in their order. */
export const requestGroupLabels = { all: "All open", quote: "To quote", sent: "Quote sent" } as const;
export type RequestGroup = keyof typeof requestGroupLabels;

/** `order`: the request that is open; `use`: its quote begins with the guide price. */
export const requestsAddress = listAddress("/admin/custom-orders", (at) => ({
  group: at.oneOf("group", requestGroupLabels, "all"),
  search: at.text("search"),
  order: at.text("order"),
  use: at.oneOf("use", { 1: "" }, ""),
}));
export type RequestsAsk = ReturnType<typeof requestsAddress.read>;
