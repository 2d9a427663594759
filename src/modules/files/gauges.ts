import { sql } from "drizzle-orm";
import type { Queue } from "#src/platform/gauges.ts";

/** Files whose check is due. */
export const fileQueue: Queue = {
  name: "file-checks",
  due: (now) =>
    sql`select check_at from files.files where state = 'checking' and check_at <= ${now.toISOString()}::timestamptz order by check_at`,
};
