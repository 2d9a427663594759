import { bigint, timestamp } from "drizzle-orm/pg-core";

/** An instant in UTC. */
export const instant = () => timestamp({ withTimezone: true, mode: "date" });

/** A whole number beyond 32 bits: cents, bytes, milliseconds. */
export const wide = () => bigint({ mode: "number" });
