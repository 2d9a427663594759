export { beginPipelined, openNames, pipelineConnection } from "./connection.ts";
export { type Change, type Insert, insertRows, rowsFor, wholeRow, writePipelined } from "./insert-rows.ts";
