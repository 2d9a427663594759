/** What a browser keeps for a page; `localStorage` fits. */
export type Keeper = Pick<Storage, "getItem" | "setItem" | "removeItem">;
export type Fields = Readonly<Record<string, string>>;
/** What was filled in for the version `next` of an order, at a time of this device. */
export type Kept = { fields: Fields; next: number; at: number };

const nameOf = (orderId: string): string => `paperwright.work.${orderId}`;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

/** What this device keeps for the next version, or null: of an earlier version it was handed over. A closed store is empty. */
export const readKept = (keeper: Keeper, orderId: string, version: number): Kept | null => {
  try {
    const found: unknown = JSON.parse(keeper.getItem(nameOf(orderId)) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    if (!("fields" in found && "next" in found && "at" in found)) return null;
    const { fields, next, at } = found;
    return isFields(fields) && next === version && typeof at === "number" ? { fields, next, at } : null;
  } catch {
    return null;
  }
};

/** False when the device has no room for it. */
export const keepFields = (keeper: Keeper, orderId: string, kept: Kept): boolean => {
  try {
    keeper.setItem(nameOf(orderId), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
};

export const forgetKept = (keeper: Keeper, orderId: string): void => {
  try {
    keeper.removeItem(nameOf(orderId));
  } catch {
    // A closed store keeps nothing.
  }
};
