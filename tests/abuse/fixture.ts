import { afterAll, afterEach, expect } from "vitest";
import { startDemo } from "../support/demo.ts";
import type { Product } from "../support/product.ts";

/** An error of the log: its lines are JSON with a level. */
export const isError = (line: string): boolean => {
  const level = /^\{"level":(\d+)/.exec(line)?.[1];
  return level !== undefined && Number(level) >= 50;
};

/**
 * The built product for one file of tests, which fail when it reports an error or writes to standard error.
 * `mayReport`: what a slow machine may have it say.
 */
export async function startWatched(env: Record<string, string> = {}, mayReport?: RegExp): Promise<Product> {
  const complaints: string[] = [];
  const product = await startDemo({
    env: { LOG_LEVEL: "warn", ...env },
    onLine: (line, from) => {
      if ((from === "error" || isError(line)) && !mayReport?.test(line)) complaints.push(line);
    },
  });
  afterEach(() => expect(complaints.splice(0)).toEqual([]));
  afterAll(() => product.stop());
  return product;
}
