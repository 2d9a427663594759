import { rssOf } from "../../tests/support/product.ts";
import type { AskAs } from "./shop-pages.ts";
import type { Row } from "./types.ts";

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
