import { existsSync, globSync } from "node:fs";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { fields } from "#src/config.ts";
import { capabilities } from "#src/shared/viewer.ts";
import { type Mark, sees } from "../../../tests/access/marks.ts";
import { faultOfTest } from "../named-test.testing.ts";
import { dataClasses, keysInCode, keyUses } from "./data-classes.ts";
import { securityPage } from "./page.ts";
import { services } from "./policies.ts";
import { readerLabels, readFieldReaders } from "./readers.ts";
import { type Requirement, readChapters } from "./requirements.ts";

// Levels 1 and 2 of ASVS 5.0.0: section and the numbers in it.
const levels = `1.1 1-2, 1.2 1-9, 1.3 1-11, 1.4 1-3, 1.5 1-2, 2.1 1-3, 2.2 1-3, 2.3 1-4, 2.4 1, 3.2 1-2, 3.3 1-4, 3.4 1-6, 3.5 1-5,
3.7 1-2, 4.1 1-3, 4.2 1, 4.3 1-2, 4.4 1-4, 5.1 1, 5.2 1-3, 5.3 1-2, 5.4 1-3, 6.1 1-3, 6.2 1-12, 6.3 1-4, 6.4 1-4, 6.5 1-5, 6.6 1-3,
6.8 1-4, 7.1 1-3, 7.2 1-4, 7.3 1-2, 7.4 1-5, 7.5 1-2, 7.6 1-2, 8.1 1-2, 8.2 1-3, 8.3 1, 8.4 1, 9.1 1-3, 9.2 1-4, 10.1 1-2, 10.2 1-2,
10.3 1-4, 10.4 1-11, 10.5 1-5, 10.6 1-2, 10.7 1-3, 11.1 1-2, 11.2 1-3, 11.3 1-3, 11.4 1-4, 11.5 1, 11.6 1, 12.1 1-3, 12.2 1-2, 12.3 1-4,
13.1 1, 13.2 1-5, 13.3 1-2, 13.4 1-5, 14.1 1-2, 14.2 1-4, 14.3 1-3, 15.1 1-3, 15.2 1-3, 15.3 1-7, 16.1 1, 16.2 1-5, 16.3 1-4, 16.4 1-3,
16.5 1-3, 17.1 1, 17.2 1-4, 17.3 1-2`;
const ids = levels.split(/,\s*/).flatMap((part) => {
  const [section, numbers = ""] = part.split(" ");
  const [from = 0, to = from] = numbers.split("-").map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);
});
const rows = readChapters().flatMap((chapter) => chapter.rows);

/** What is wrong with a proof; null when it is there. `page` is the text of the printed page. */
function faultOf({ proof }: Requirement, page: string): string | null {
  if (proof.kind === "says") return page.includes(`\n## ${proof.text}\n`) ? null : `no part "${proof.text}"`;
  if (proof.kind === "page") return existsSync(proof.text) ? null : `no page ${proof.text}`;
  if (proof.kind !== "test") return null;
  return faultOfTest(proof);
}

/** Variables of the program itself: it connects to nothing by them. */
const ownVariables = [
  ...[
    "ALLOW_",
    "PLAIN_HOSTS",
    "BACKUP_DIR",
    "BACKUP_KEY",
    "BASE_URL",
    "DATA_DIR",
    "DEMO",
    "DRAIN_SECONDS",
    "HOST",
    "LIMITS_FACTOR",
    "LOG_LEVEL",
    "METRICS_TOKEN",
  ],
  ...["PAYMENTS_SANDBOX", "PORT", "SECRET", "TRUSTED_PROXIES"],
];

/** Where the words lie that tests of access look for. */
const fieldOfMark: Partial<Record<Mark, string>> = {
  number: "orders.orders.number",
  title: "orders.orders.title",
  brief: "orders.orders.instructions",
  question: "orders.order_history.text",
  openedWork: "orders.deliveries.text",
  rating: "orders.ratings.text",
  ratingReply: "orders.ratings.reply",
  request: "orders.screened_requests.title",
  thread: "chat.thread_messages.message",
  clientChat: "chat.messages.message",
  enquiry: "chat.enquiries.text",
  supportNote: "chat.notes.text",
  ratingComment: "chat.ratings.comment",
  clientName: "accounts.people.name",
  writerName: "accounts.people.name",
  payment: "payments.settlements.method",
  legalName: "payments.payout_methods.sealed",
  code: "payments.promotion_codes.code",
  clientNotice: "notifications.notices.text",
  keptCheck: "checker.kept_checks.content",
  quote: "pricing.quotes.inputs",
  application: "writing.applications.fields",
  keyName: "api.keys.name",
  webhook: "api.endpoints.url",
};

describe("each requirement of levels 1 and 2", () => {
  test("stands once, in its order", () => {
    expect(ids).toHaveLength(253);
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  test("names a test, a part of the page or a page that exists", () => {
    const page = securityPage();
    expect(rows.flatMap((row) => faultOf(row, page) ?? []).sort()).toEqual([]);
  });

  test("a test or a page that does not exist is found", () => {
    const of = (proof: string) => {
      const [row] = readChapters(`# One\n1.1.1 | words | ${proof}`)[0]?.rows ?? [];
      return row && faultOf(row, "\n## Here\n");
    };
    const file = "scripts/docs/security/security.test.ts";
    expect([of(`test ${file} :: stands once, in its order`), of("says Here"), of("none a reason")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(of(`test ${file} :: stands once`)).toBe(`no test "stands once" in ${file}`);
    expect([of("test none.test.ts :: a"), of("says There"), of("page docs/none.md")].map(Boolean)).toEqual([
      true,
      true,
      true,
    ]);
    expect(() => of("a word alone")).toThrow("1.1.1");
  });
});

/** The columns of every table of the code, by "schema.table". */
async function columnsInCode(): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = globSync([
    "src/platform/tables.ts",
    "src/modules/*/tables.ts",
    "src/modules/*/**/*-tables.ts",
    "src/adapters/payments/*/tables.ts",
  ]);
  const modules: object[] = await Promise.all(files.map((one) => import(`../../../${one}`)));
  const tables = modules
    .flatMap((one) => Object.values(one).filter((value): value is PgTable => value instanceof PgTable))
    .map(getTableConfig);
  return new Map(
    tables.map(({ schema, name, columns }) => [`${schema}.${name}`, columns.map((one) => toSnakeCase(one.name))]),
  );
}

test("each table of the code is in one class of data", async () => {
  const names = [...(await columnsInCode()).keys()];
  const classed = dataClasses.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([schema, list]) => list.split(" ").map((name) => `${schema}.${name}`)),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(classed.sort()).toEqual(names.sort());
});

describe("who reads which field", () => {
  const tables = readFieldReaders();

  test("each column of each table of the code stands once, and no other", async () => {
    const written = tables.map(({ table, lines }) => [table, lines.flatMap(({ fields: list }) => list).sort()]);
    const inCode = [...(await columnsInCode())].map(([table, columns]) => [table, [...columns].sort()]);
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(inCode));
    expect(written).toHaveLength(inCode.length);
  });

  test("everybody who reads is one of those that the page explains, and nobody reads alone", () => {
    for (const { table, lines } of tables)
      for (const { readers } of lines) {
        expect(
          readers.filter((one) => !Object.hasOwn(readerLabels, one)),
          table,
        ).toEqual([]);
        if (readers.includes("nobody") || readers.includes("everybody")) expect(readers, table).toHaveLength(1);
      }
  });

  // tests/access asks every address as everybody for these marks: what it sees is what is written down.
  test.each(Object.entries(fieldOfMark))("%s is read by whom tests of access meet it", (mark, field) => {
    const [schema, name, column = ""] = field.split(".");
    const lines = tables.find(({ table }) => table === `${schema}.${name}`)?.lines;
    const readers = lines?.find(({ fields: list }) => list.includes(column))?.readers ?? [];
    const seen = Object.entries(sees).flatMap(([who, all]) => ((all as readonly string[]).includes(mark) ? [who] : []));
    const rights = seen.flatMap((who) => /^admin for (\w+)$/.exec(who)?.[1] ?? []);
    expect([...readers].filter((one) => (capabilities as readonly string[]).includes(one)).sort()).toEqual(
      rights.sort(),
    );
    const isOwner = readers.includes("owner") || readers.includes("asker");
    for (const one of ["client", "writer"]) if (seen.includes(one)) expect(isOwner || readers.includes(one)).toBe(true);
    expect(readers.includes("program")).toBe(seen.includes("program for orders"));
  });
});

test("each key that the code makes has its use written down", () => {
  expect([...keysInCode().keys()].sort()).toEqual(Object.keys(keyUses).sort());
});

test("each variable belongs to a service or to the program", () => {
  const known = [...services.flatMap(({ variables }) => variables), ...ownVariables];
  const belongs = (env: string, to: string) => env === to || (to.endsWith("_") && env.startsWith(to));
  const variables = Object.values(fields).map(({ env }) => env);
  expect(variables.filter((env) => known.filter((one) => belongs(env, one)).length !== 1)).toEqual([]);
  expect(known.filter((one) => !variables.some((env) => belongs(env, one)))).toEqual([]);
});
