import type { Site } from "./settings.ts";

type Names = Pick<Site, "name" | "legalName">;

/** Who sells, as receipts print it: the legal name, or the shop's where none is set. */
export const sellerOf = ({ name, legalName }: Names): string => legalName || name;

/** Who runs the shop, as a sentence of terms and policies begins: "Ada Ltd (“Paperwright”), 1 High Street". */
export const whoRuns = ({ name, legalName, address }: Names & Pick<Site, "address">): string =>
  [legalName && legalName !== name ? `${legalName} (“${name}”)` : name, address].filter(Boolean).join(", ");
