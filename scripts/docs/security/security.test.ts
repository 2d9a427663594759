import { existsSync, globSync, readFileSync } from "node:fs";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import { fields } from "#src/config.ts";
import { dataClasses } from "./data-classes.ts";
import { keysInCode, keyUses } from "./keys.ts";
import { securityPage } from "./page.ts";
import { type Requirement, readChapters } from "./requirements.ts";
import { services } from "./services.ts";

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

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What is wrong with a proof; null when it is there. `page` is the text of the printed page. */
function faultOf({ proof }: Requirement, page: string): string | null {
  if (proof.kind === "says") return page.includes(`\n## ${proof.text}\n`) ? null : `no part "${proof.text}"`;
  if (proof.kind === "page") return existsSync(proof.text) ? null : `no page ${proof.text}`;
  if (proof.kind !== "test") return null;
  if (!existsSync(proof.file)) return `no file ${proof.file}`;
  // A title stands first in a call, with its quotes; a quote inside may be escaped.
  const title = escaped(proof.title).replace(/["'`]/g, "\\\\?$&");
  const called = new RegExp(`\\(\\s*(["'\`])${title}\\1\\s*,`);
  return called.test(readFileSync(proof.file, "utf8")) ? null : `no test "${proof.title}" in ${proof.file}`;
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

test("each table of the code is in one class of data", async () => {
  const files = globSync([
    "src/platform/tables.ts",
    "src/modules/*/tables.ts",
    "src/modules/*/**/*-tables.ts",
    "src/adapters/payments/*/tables.ts",
  ]);
  const modules: object[] = await Promise.all(files.map((file) => import(`../../../${file}`)));
  const found = modules.flatMap((one) =>
    Object.values(one).filter((value): value is PgTable => value instanceof PgTable),
  );
  const names = new Set(found.map(getTableConfig).map(({ schema, name }) => `${schema}.${name}`));
  const classed = dataClasses.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([schema, list]) => list.split(" ").map((name) => `${schema}.${name}`)),
  );
  expect(names.size).toBeGreaterThan(50);
  expect(classed.sort()).toEqual([...names].sort());
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
