// The least work for an order: BEGIN, the same inserts as prepared statements, COMMIT, in a loop for each client.
import { randomUUID } from "node:crypto";
import pg from "pg";

export type Template = { table: string; row: Record<string, unknown> };
export type InsertLoop = {
  connection: pg.ClientConfig;
  clients: number;
  seconds: number;
  /** One row for each insert; in them `orderId` and the words of `fresh` become new ones in each turn. */
  templates: Template[];
  orderId: string;
  fresh: string[];
};
export type Inserted = { count: number; seconds: number; p50: number; p99: number };

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const asked = JSON.parse(Buffer.concat(chunks).toString()) as InsertLoop;

const statements = asked.templates.map(({ table, row }, i) => {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    value !== null && typeof value === "object" ? JSON.stringify(value) : value,
  );
  const placeholders = names.map((_, at) => `$${at + 1}`).join(", ");
  const text = `insert into ${table} (${names.map((name) => `"${name}"`).join(", ")}) values (${placeholders})`;
  return { name: `insert-${i}`, text, names, values };
});
const took: number[] = [];

async function turn(client: pg.Client): Promise<void> {
  const started = performance.now();
  const orderId = randomUUID();
  await client.query("begin");
  for (const { name, text, names, values } of statements) {
    const now = values.map((value, at) => {
      if (value === asked.orderId) return orderId;
      return names[at] === "id" || asked.fresh.includes(names[at] ?? "") ? randomUUID() : value;
    });
    await client.query({ name, text, values: now });
  }
  await client.query("commit");
  took.push(performance.now() - started);
}

const clients = Array.from({ length: asked.clients }, () => new pg.Client(asked.connection));
await Promise.all(clients.map((client) => client.connect()));
const started = performance.now();
const until = started + asked.seconds * 1000;
await Promise.all(
  clients.map(async (client) => {
    while (performance.now() < until) await turn(client);
  }),
);
const seconds = (performance.now() - started) / 1000;
await Promise.all(clients.map((client) => client.end()));
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
console.log(JSON.stringify({ count: took.length, seconds, p50: at(0.5), p99: at(0.99) } satisfies Inserted));
