import type { Capability } from "#src/shared/viewer.ts";
import { isCalendarDate, shiftedDay, startOfDay } from "#src/shared/zone.ts";

/** What the audit is asked for; every part stands in the address. */
export type AuditAsk = {
  /** An admin's id, or one of `machines`. */
  who: string;
  /** One of `auditParts`. */
  what: string;
  from: string;
  to: string;
  /** The number of an order. */
  order: string;
  older: string;
  newer: string;
};

type AuditPart = { label: string; prefixes: readonly string[]; needs: Capability };

/** What is written down, by the first word of its name, and which admins read it. */
export const auditParts: Readonly<Record<string, AuditPart>> = {
  orders: { label: "Orders", prefixes: ["order", "orders", "files"], needs: "orders" },
  money: { label: "Money", prefixes: ["payments", "payouts"], needs: "money" },
  people: { label: "People", prefixes: ["account", "writer", "hiring", "mail"], needs: "people" },
  chat: { label: "Chat", prefixes: ["chat", "enquiry"], needs: "chat" },
  prices: { label: "Prices", prefixes: ["pricing", "codes"], needs: "prices" },
  settings: {
    label: "Settings and server",
    prefixes: ["settings", "clock", "system", "admin", "api"],
    needs: "settings",
  },
};

export const machines = { system: "The product", provider: "Payment providers" } as const;

const text = (params: URLSearchParams, name: string, most = 100): string =>
  (params.get(name) ?? "").trim().slice(0, most);

export const readAuditAsk = (params: URLSearchParams): AuditAsk => ({
  who: text(params, "who"),
  what: Object.hasOwn(auditParts, text(params, "what")) ? text(params, "what") : "",
  from: isCalendarDate(text(params, "from")) ? text(params, "from") : "",
  to: isCalendarDate(text(params, "to")) ? text(params, "to") : "",
  order: text(params, "order", 20),
  older: text(params, "older"),
  newer: text(params, "newer"),
});

export const auditQuery = (ask: AuditAsk, change: Partial<AuditAsk> = {}): string => {
  const next = Object.entries({ ...ask, older: "", newer: "", ...change }).filter(([, value]) => value !== "");
  return next.length === 0 ? "" : `?${new URLSearchParams(next)}`;
};

export const isAsked = (ask: AuditAsk): boolean => auditQuery(ask) !== "";

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
