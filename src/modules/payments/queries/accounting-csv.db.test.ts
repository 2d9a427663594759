import { expect, test, vi } from "vitest";
import { person } from "#src/modules/orders/orders.testing.ts";
import { doAct, essayCents, later, must, paidOrder, rowOf } from "#tests/support/payments.ts";
import { adminWith } from "#tests/support/people.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { documentNumber } from "../domain/document.ts";
import { paymentsFixture } from "../payments-fixture.testing.ts";
import { earn, half, newPayee, payoutsFixture, setMethod } from "../payouts/payouts.testing.ts";
import { sendDueRefunds } from "../refunds/send-refunds.ts";
import { taxSetting } from "../settings.ts";
import { ledgerCsv, payoutsCsv, registerCsv } from "./accounting-csv.ts";

const runtime = await paymentsFixture();
const bookkeeper = adminWith(person(3), "money");
const whole = { from: "", to: "", timeZone: "UTC" };
const linesOf = async (parts: AsyncGenerator<string>) => {
  let text = "";
  for await (const part of parts) text += part;
  const [head = "", ...rows] = text.trimEnd().split("\r\n");
  const cells = (line: string) => line.split(",").map((cell) => cell.replace(/^"(.*)"$/, "$1"));
  return { head: cells(head), rows: rows.map(cells) };
};
const sumOf = (rows: readonly string[][], at: number) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);

test("the register names receipts and credit notes with net, tax, gross and fee; a period cuts it by its days", async () => {
  await storeSetting(runtime, taxSetting, { ...taxSetting.default, name: "VAT", rate: 2_000 });
  runtime.sandbox.knobs.fee = () => 400;
  const { orderId, client } = await paidOrder(runtime);
  const { number } = await rowOf(runtime, orderId);
  later(runtime, 86_400);
  must(await doAct(runtime, client, orderId, "cancel"));
  await sendDueRefunds(runtime);
  const { head, rows } = await linesOf(registerCsv(runtime.db, bookkeeper, whole));
  expect(head).toEqual([
    ...["number", "date", "kind", "order", "country", "net", "tax", "tax rate in percent", "gross", "method"],
    ...["provider fee", "currency"],
  ]);
  expect(rows.map(([, , kind, order, country, ...more]) => [kind, order, country, ...more])).toEqual([
    ["Credit note", number, "DE", "-105", "-21", "20", "-126", "Practice payment", "0", "USD"],
    ["Receipt", number, "DE", "105", "21", "20", "126", "Practice payment", "4", "USD"],
  ]);
  const day = rows[1]?.[1] ?? "";
  const kinds = async (period: object) =>
    (await linesOf(registerCsv(runtime.db, bookkeeper, { ...whole, ...period }))).rows.map(([, , kind]) => kind);
  expect(await kinds({ to: day })).toEqual(["Receipt"]);
  expect(await kinds({ from: day, to: "2026-99-99" })).toEqual(["Credit note", "Receipt"]);
  expect(await kinds({ to: "2020-01-01" })).toEqual([]);
});

test("the ledger has every entry of the period once, in words and dollars that sum to zero", async () => {
  const { rows } = await linesOf(ledgerCsv(runtime.db, bookkeeper, whole));
  expect(sumOf(rows, 8)).toBe(0);
  expect(rows.map((row) => [row[3], row[7], row[8]])).toContainEqual([
    "Payment received",
    "Held",
    String(essayCents / 100),
  ]);
  const [first] = rows;
  const day = first?.[1]?.slice(0, 10) ?? "";
  const ofDay = (await linesOf(ledgerCsv(runtime.db, bookkeeper, { ...whole, from: day, to: day }))).rows;
  expect(ofDay.length).toBeGreaterThan(0);
  expect(ofDay.length).toBeLessThan(rows.length);
  expect(ofDay.every((row) => row[1]?.startsWith(day))).toBe(true);
});

test("payouts are named with writer, amount, state and orders", async () => {
  const paid = await payoutsFixture();
  const writer = await newPayee(paid.runtime);
  expect((await linesOf(payoutsCsv(paid.runtime.db, bookkeeper, whole))).rows).toEqual([]);
  must(await setMethod(paid.runtime, writer));
  const orderId = await earn(paid.runtime, writer);
  await paid.startAll();
  const { number } = await rowOf(paid.runtime, orderId);
  const { rows } = await linesOf(payoutsCsv(paid.runtime.db, bookkeeper, whole));
  const day = paid.runtime.clock().toISOString().slice(0, 10);
  expect(rows.map(([, ...cells]) => cells)).toEqual([
    [day, "Daniel Okafor", String(half / 100), "USD", "sending", "", "", number],
  ]);
  expect((await linesOf(payoutsCsv(paid.runtime.db, bookkeeper, { ...whole, to: "2020-01-01" }))).rows).toEqual([]);
});

test("a long register has every number once, in order, and reads on from where it was", async () => {
  const { pool } = runtime.database;
  const added = (kind: string, year: number, many: number) =>
    pool.query(
      `insert into payments.documents (id, order_id, kind, test, year, number, cents, currency, method, tax_name, tax_rate,
        tax_cents, tax_number, seller_name, seller_address, seller_email, issued_on, issued_at)
      select gen_random_uuid(), gen_random_uuid(), $1, i % 10 = 0, $2, i, 100, 'USD', 'Card', '', 0, 0, '', 's', 'a', 'e',
        make_date($2, 1 + i % 12, 1 + i % 28), now() from generate_series(100001, 100000 + $3::int) i`,
      [kind, year, many],
    );
  await added("receipt", 2019, 1_300);
  await added("receipt", 2018, 200);
  await added("credit-note", 2019, 700);
  const spy = vi.spyOn(pool, "query");
  const numbers = async (period: object) =>
    (await linesOf(registerCsv(runtime.db, bookkeeper, { ...whole, ...period }))).rows.map(([number]) => number);
  const { rows } = await pool.query(
    "select kind, year, number, issued_on::text as day from payments.documents where not test and year < 2020 order by 1, 2, 3",
  );
  const expected = (from: string, to: string) =>
    rows.filter(({ day }) => day >= from && day <= to).map((row) => documentNumber({ ...row, test: false }));
  expect(await numbers({ to: "2019-12-31" })).toEqual(expected("", "2019-12-31"));
  expect(await numbers({ from: "2018-06-02", to: "2019-03-05" })).toEqual(expected("2018-06-02", "2019-03-05"));
  const texts = spy.mock.calls.map(([config]) => (config as unknown as { text?: string }).text ?? "");
  spy.mockRestore();
  expect(texts.filter((text) => /\boffset\b/i.test(text))).toEqual([]);
});
