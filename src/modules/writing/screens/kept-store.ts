/** What a browser keeps for a page; `localStorage` fits. */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;
export type Kept = { text: string; at: number };

const nameOf = (orderId: string): string => `paperwright.work.${orderId}`;

/** The text that was kept for an order on this device, or null. A full or closed store counts as empty. */
export const readKept = (keeper: Keeper, orderId: string): Kept | null => {
  try {
    const found: unknown = JSON.parse(keeper.getItem(nameOf(orderId)) ?? "null");
    if (typeof found !== "object" || found === null || !("text" in found) || !("at" in found)) return null;
    const { text, at } = found;
    return typeof text === "string" && typeof at === "number" && text !== "" ? { text, at } : null;
  } catch {
    return null;
  }
};

/** Keeps a text, or forgets it when it is empty. False when the device has no room for it. */
export const keepText = (keeper: Keeper, orderId: string, kept: Kept): boolean => {
  try {
    if (kept.text.trim() === "") keeper.removeItem(nameOf(orderId));
    else keeper.setItem(nameOf(orderId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
};

export const forgetText = (keeper: Keeper, orderId: string): void =>
  void keepText(keeper, orderId, { text: "", at: 0 });
