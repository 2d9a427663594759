import { afterAll, expect, test, vi } from "vitest";
import { type Action, actions, orderStatuses, pageForm, type Stage, stepFor } from "#src/modules/orders/index.ts";
import { type Books, unfinished, withBooks } from "../faults/app/books.ts";
import { openDemo } from "../support/demo.ts";
import { drawer, seed } from "../support/full-run.ts";

// Every state, action and actor through a real socket, generated from the table of the life cycle: all steps that the
// table allows. A short run sends a part of them without their fields too, and a share of the others; the full run sends all.

const share = 48;
const kinds = ["C", "W", "A"] as const;
type Kind = (typeof kinds)[number];
const people = { C: "client", W: "writer", A: "admin" } as const;

const { product, cookies } = await openDemo();
afterAll(() => product.stop());

type Row = { id: string; status: Stage; kind: string; step_version: number; writer_id: string | null };
type Try = { row: Row; action: Action; kind: Kind };

/** One order of each state, custom work beside priced work. */
const ordersIn = ({ rows }: Books): Promise<Row[]> =>
  rows<Row>(
    "select distinct on (status, kind) id, status, kind, step_version, writer_id from orders.orders order by status, kind",
  );

const stateOf = async ({ rows }: Books, id: string) =>
  (await rows<Row>("select id, status, kind, step_version, writer_id from orders.orders where id = $1", [id]))[0];

/** The order's row as it was when it was kept. */
const putBack = ({ pool }: Books, names: string, id: string) =>
  pool.query(
    `update orders.orders set (${names}) = (select ${names} from public.kept where kept.id = orders.id) where id = $1`,
    [id],
  );

async function columnsOf({ rows }: Books): Promise<string> {
  const columns = await rows<{ name: string }>(
    "select quote_ident(column_name) as name from information_schema.columns where table_schema = 'orders' and table_name = 'orders' and is_generated = 'NEVER'",
  );
  return columns.map(({ name }) => name).join();
}

/** All that any form asks for, so that only the table and its guards can refuse. */
const typed = (writerId: string) => ({
  ...{ reason: "A reason", outcome: "An outcome", points: "Paragraph two", question: "Which edition?" },
  ...{ answer: "The second.", text: "The work.", final: "on", note: "", bearer: "operator", refundCents: "1.00" },
  ...{ cause: "client", "seen-client": "0", writerId, cents: "1.00", reference: "REF", refundSeenCents: "0" },
});

async function send({ row, action, kind }: Try, fields: Record<string, string>) {
  const admin = kind === "A";
  const path = admin ? `/admin/orders/${row.id}` : `/dashboard/orders/${row.id}`;
  const named = admin
    ? { step: action, ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${action}.${name}`, text])) }
    : { action, ...fields };
  const answer = await fetch(product.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.get(people[kind]) ?? "", origin: product.url, accept: "text/html" },
    body: new URLSearchParams({ ...named, seenVersion: String(row.step_version) }),
  });
  return { status: answer.status, html: await answer.text() };
}

const refusalShown = /role="alert"|class="err"|<h1/;
const describeTry = ({ row, action, kind }: Try): string =>
  `${row.status} (${row.kind}), ${action}, ${kind}, seed ${seed}`;
/** An order without a writer has nobody who could act as one. */
const isAllowed = ({ row, action, kind }: Try): boolean =>
  stepFor(row.status, action)?.actors.includes(kind) === true && (kind !== "W" || row.writer_id !== null);

const drawn = drawer(share);
const drawnEmpty = drawer(4);

const triesOf = (rows: readonly Row[]): Try[] =>
  rows.flatMap((row) => actions.flatMap((action) => kinds.map((kind) => ({ row, action, kind }))));

test("what the table does not allow is refused in words to everybody, and changes nothing", () =>
  withBooks(product.dataDir, async (books) => {
    // What the product still does by itself is no answer to anybody.
    await vi.waitFor(async () => expect(await unfinished(books)).toEqual({}), 300_000);
    const rows = await ordersIn(books);
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(orderStatuses));
    const [writer] = await books.rows<{ id: string }>("select id from accounts.people where email = $1", [people.W]);
    const tries = triesOf(rows).filter((one) => !isAllowed(one) && drawn());
    expect(tries.length).toBeGreaterThan(1_000 / share);
    for (const one of tries) {
      const before = await stateOf(books, one.row.id);
      const { status, html } = await send(one, typed(writer?.id ?? ""));
      expect([403, 404, 409, 422], describeTry(one)).toContain(status);
      expect(html, describeTry(one)).toMatch(refusalShown);
      expect(await stateOf(books, one.row.id), describeTry(one)).toEqual(before);
    }
  }));

test("what the table allows works or says what it needs", () =>
  withBooks(product.dataDir, async (books) => {
    await books.pool.query("create table public.kept as select * from orders.orders");
    const names = await columnsOf(books);
    let taken = 0;
    for (const one of triesOf(await ordersIn(books)).filter(isAllowed)) {
      for (const fields of [...(drawnEmpty() ? [{}] : []), typed("")]) {
        const { status, html } = await send(one, fields);
        const shown = pageForm(one.action, one.kind) !== undefined;
        expect(shown ? [303, 403, 409, 422] : [303, 403, 404, 409, 422], describeTry(one)).toContain(status);
        if (status !== 303) expect(html, describeTry(one)).toMatch(refusalShown);
        else taken += 1;
        await putBack(books, names, one.row.id);
      }
    }
    // A table of which nothing can be taken would pass everything above.
    expect(taken).toBeGreaterThan(20);
  }));
