import type { Log } from "../../src/platform/log.ts";

const silence = (): void => undefined;

/** A log that nobody reads. */
export const quietLog: Log = { debug: silence, info: silence, warn: silence, error: silence, fatal: silence };
