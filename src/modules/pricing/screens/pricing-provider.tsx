import { createContext, type ReactNode, useContext } from "react";
import type { PricingTable, Service } from "../index.ts";

/** The price table as a page received it, with the server's clock. */
export type Pricing = {
  readonly table: PricingTable;
  readonly minimumLeadHours: Readonly<Record<Service, number>>;
  /** Set when the table could not be loaded and the standard prices stand in for it. */
  readonly failure: string | null;
  /** The server's clock when the page was made, as ISO text. */
  readonly now: string;
  /** The zone in which dates are shown first: the profile's, else the operator's. */
  readonly zone: string;
  /** True when the person chose this zone, so that the browser's does not replace it. */
  readonly zoneKnown: boolean;
};

const PricingContext = createContext<Pricing | null>(null);

export const PricingProvider = ({ pricing, children }: { pricing: Pricing; children: ReactNode }) => (
  <PricingContext value={pricing}>{children}</PricingContext>
);

export const usePricing = (): Pricing => {
  const pricing = useContext(PricingContext);
  if (!pricing) throw new Error("usePricing must be used within a PricingProvider");
  return pricing;
};
