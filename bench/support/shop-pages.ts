import { rssOf } from "../../tests/support/product.ts";
import type { Row } from "./types.ts";

/** Who asks, and the address. */
export type Page = { who: "admin" | "client" | "writer"; path: string };
export const isSearch = ({ path }: Page): boolean => /[?&](search|q)=/.test(path);
export type AskAs = (who: Page["who"], path: string) => Promise<Response>;

const begins: readonly Page[] = [
  { who: "admin", path: "/admin" },
  { who: "client", path: "/dashboard" },
  { who: "writer", path: "/dashboard" },
];
const ours = /^\/(admin|dashboard|accountSettings|checkout|notices|order|custom|quizzesorder|aichecker|setup)\b/;
/** Files have a measurement of their own; a list behind an order says only where Back leads. */
const left = /\.(csv|zip|pdf|docx|ics)\b|\/documents\/|[?&](list|next)=|signout/;
/** Searches, which no page links to: a common word, two letters, words and numbers that few or none have. */
const searches: readonly string[] = [
  "/admin/orders?search=memory",
  "/admin/orders?search=of",
  "/admin/orders?search=zzqx",
  "/admin/orders?group=all&search=letters",
  "/admin/search?q=memory",
  "/admin/search?q=an",
  "/admin/search?q=zzqx",
  "/admin/people?search=demo",
  "/admin/people?search=zz",
  "/admin/chats?search=thank",
];

/** Pages that read more than 1.5 times the blocks at a million orders, with the bound that they keep. */
const knownGrowth: readonly { page: RegExp; most: number; why: string }[] = [
  // Blocks of the same rows differ between runs by a fourth: with where rows came to lie, and what was vacuumed.
  { page: /^\/admin\/writers(\?|$)/, most: 4, why: "one pass over 4,000 writers instead of 50" },
  { page: /^\/admin\/writers\/[^/]+$/, most: 2.1, why: "the writer's orders and money in deeper indexes" },
  {
    page: /^\/admin(\?queue=|$)/,
    most: 2.1,
    why: "lists of bounded length, whose rows are looked up one by one in deeper indexes",
  },
  {
    page: /^\/admin\/orders\/[^/]+$/,
    most: 2.1,
    why: "the order and its ledger in deeper indexes; one that waits for a writer: one pass over them",
  },
  { page: /^\/admin\/payments\?tab=ledger/, most: 1.7, why: "rows of the month are counted up to 1,000" },
];
export const knownGrowthOf = ({ who, path }: Page) =>
  who === "admin" ? knownGrowth.find(({ page }) => page.test(path)) : undefined;

/** A list answers to many questions; the first that its pages link to speak for the others. */
const mostOfOneAddress = 16;

/** Addresses that differ in ids, names and moments alone are one page. */
const shapeOf = (path: string): string =>
  path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id")
    .replace(/(\/site\/(?:pages|services)\/)[a-z-]+/, "$1:name")
    .replace(/\b(after|before|older|newer|paid|client|day|week|month|from|to)=[^&]*/g, "$1=:one")
    .replace(/\/order\?.*/, "/order?:fields");

/** Every page of a shop that its links reach, each shape once, and with two questions behind the address at most. */
export async function pagesOf(ask: AskAs): Promise<Page[]> {
  const found = new Map<string, Page>();
  const asked = new Map<string, number>();
  const add = (page: Page): boolean => {
    const key = `${page.who} ${shapeOf(page.path)}`;
    const address = key.split("?")[0] ?? key;
    const times = asked.get(address) ?? 0;
    if (found.has(key) || times === mostOfOneAddress) return false;
    asked.set(address, times + 1);
    found.set(key, page);
    return true;
  };
  const waiting = begins.filter(add);
  for (let page = waiting.shift(); page; page = waiting.shift()) {
    const { who, path } = page;
    const answer = await ask(who, path);
    const text = await answer.text();
    if (answer.status !== 200 || !answer.headers.get("content-type")?.startsWith("text/html")) {
      found.delete(`${who} ${shapeOf(path)}`);
      continue;
    }
    for (const [, link = ""] of text.matchAll(/href="(\/[^"#]*)/g)) {
      const to = link.replaceAll("&amp;", "&");
      const next = { who, path: to };
      if (ours.test(to) && !left.test(to) && (to.match(/=/g)?.length ?? 0) <= 2 && add(next)) waiting.push(next);
    }
  }
  for (const path of searches) found.set(`admin ${path}`, { who: "admin", path });
  return [...found.values()];
}

/** Files of whole lists, and the table whose rows each has. */
const files = {
  "/admin/orders/export.csv?group=all": "orders.orders",
  "/admin/people/export.csv?group=all": "accounts.people",
  "/admin/payments/rows.csv?tab=ledger&month=all": "payments.ledger_transactions",
  "/admin/payments/rows.csv?tab=received&month=all": "payments.settlements",
  "/admin/payments/export.csv?what=register": "payments.documents",
  "/admin/audit.csv": "platform.audit",
} as const;

/** So much of a file is read; it costs the same memory from the first part to the last. */
const mostBytes = 16 * 1024 * 1024;
const mostShare = 0.01;
const mostMb = 100;

type Shop = {
  size: number;
  pid: number;
  ask: AskAs;
  /** How many rows statements have given so far. */
  given: () => Promise<number>;
  countOf: (table: string) => Promise<number>;
};

/** A file of a list: the share of its rows that was read when its first row came, and the memory that it costs. */
async function measure({ size, pid, ask, given, countOf }: Shop, path: string, table: string): Promise<Row[]> {
  const all = await countOf(table);
  const [before, resting] = [await given(), rssOf(pid)];
  const began = performance.now();
  const answer = await ask("admin", path);
  const reader = answer.body?.getReader();
  if (answer.status !== 200 || !reader) throw new Error(`${path} answered ${answer.status}`);
  const first = { ms: 0, rows: 0 };
  let [lines, bytes, highest] = [0, 0, resting];
  for (let part = await reader.read(); !part.done && bytes < mostBytes; part = await reader.read()) {
    bytes += part.value.length;
    lines += part.value.reduce((many, byte) => (byte === 10 ? many + 1 : many), 0);
    highest = Math.max(highest, rssOf(pid));
    if (first.ms > 0 || lines < 2) continue;
    first.ms = performance.now() - began;
    first.rows = (await given()) - before;
  }
  await reader.cancel();
  const row = (name: string, ours: number, unit: string, most: number, note: string): Row => ({
    ...{
      name: `${name} of ${path}`,
      size: `${size} orders`,
      ours,
      reference: most,
      unit,
      referenceIs: "limit",
      most,
      note,
    },
    ratio: { median: most / ours, min: most / ours, max: most / ours },
  });
  const mb = Math.max(1, highest - resting);
  return [
    row(
      "first row",
      first.rows / all,
      "of its rows",
      mostShare,
      `after ${first.ms.toFixed(0)} ms, ${first.rows} of ${all} rows read`,
    ),
    row("memory", mb, "MB", mostMb, `${lines} lines, ${(bytes / 1024 / 1024).toFixed(0)} MB`),
  ];
}

export async function measureExports(shop: Shop): Promise<Row[]> {
  const rows = [];
  for (const [path, table] of Object.entries(files)) rows.push(...(await measure(shop, path, table)));
  return rows;
}
