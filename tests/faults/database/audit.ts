import pg from "pg";
import { expect } from "vitest";
import { openEmbedded } from "#src/platform/database/embedded/index.ts";
import { quietLog } from "#tests/support/quiet-log.ts";
import type { App } from "./fixture.ts";

/** The rows whose commit the server has acknowledged to the program. */
export const acknowledged = (app: App): number[] =>
  app.reports.flatMap((line) => (line.wrote === undefined ? [] : [line.wrote]));

/** Every acknowledged pair is there; no half pair is. */
export const audit = async (dataDir: string, witnessed: number[]): Promise<void> => {
  const opened = await openEmbedded({ dataDir, log: quietLog });
  const client = new pg.Client(opened.connection);
  await client.connect();
  const rows = await client.query<{ id: string; parts: string }>(
    "select id, count(*) as parts from witness group by id",
  );
  await client.end();
  await opened.close();
  const stored = new Set(rows.rows.map((row) => Number(row.id)));
  expect(witnessed.filter((id) => !stored.has(id))).toEqual([]);
  expect(rows.rows.filter((row) => row.parts !== "2")).toEqual([]);
};
