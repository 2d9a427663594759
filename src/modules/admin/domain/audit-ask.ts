import { listAddress } from "#src/shared/list-address.ts";
import type { Capability } from "#src/shared/viewer.ts";
import { shiftedDay, startOfDay } from "#src/shared/zone.ts";

type AuditPart = { label: string; prefixes: readonly string[]; needs: Capability };

/** What is written down, by the first word of its name, and which admins read it. */
export const auditParts: Readonly<Record<string, AuditPart>> = {
  orders: { label: "Orders", prefixes: ["order", "orders", "files", "request", "passage"], needs: "orders" },
  money: { label: "Money", prefixes: ["payments", "payouts"], needs: "money" },
  people: {
    label: "People",
    prefixes: ["account", "impersonation", "seal", "writer", "hiring", "mail"],
    needs: "people",
  },
  chat: { label: "Chat", prefixes: ["chat", "enquiry", "appeal"], needs: "chat" },
  prices: { label: "Prices", prefixes: ["prices", "codes"], needs: "prices" },
  settings: {
    label: "Settings and server",
    prefixes: ["settings", "clock", "system", "admin", "api"],
    needs: "settings",
  },
};

export const machines = { system: "The product", provider: "Payment providers" } as const;

/** `who`: an admin's id, or one of `machines`; `what`: one of `auditParts`; `order`: the number of an order. */
export const auditAddress = listAddress("/admin/audit", (at) => ({
  who: at.text("who", 100),
  what: at.oneOf("what", auditParts, ""),
  from: at.day("from"),
  to: at.day("to"),
  order: at.text("order", 20),
}));
export type AuditAsk = ReturnType<typeof auditAddress.read>;

export const isAsked = (ask: AuditAsk): boolean => auditAddress.query(ask) !== "";

/** The days that are asked for as instants: the first is in, the last one is whole. */
export const daysOf = (
  { from, to }: Pick<AuditAsk, "from" | "to">,
  zone: string,
): { since: Date | null; until: Date | null } => {
  return {
    since: from ? startOfDay(from, zone) : null,
    until: to ? startOfDay(shiftedDay(to, 1), zone) : null,
  };
};
