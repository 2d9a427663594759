import type pg from "pg";
import { sendInOneWrite } from "./one-write.ts";
import { type NameOf, openNames, prepareOften } from "./prepared.ts";

export { type Change, type Insert, insertRows, rowsFor, wholeRow, writePipelined } from "./insert-rows.ts";
export { beginPipelined } from "./transaction.ts";
export { openNames };

/** Makes a new connection of a pipelined pool prepare what it is asked often, and send in one write. */
export function pipelineConnection(client: pg.PoolClient, nameOf: NameOf): void {
  prepareOften(client, nameOf);
  sendInOneWrite(client);
}
