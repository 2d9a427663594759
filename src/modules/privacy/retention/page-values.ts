import type { PageValues, Placeholders } from "#src/modules/operator/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { retentionJobs } from "./retention-jobs.ts";

const cell = (text: string) => ({ right: false, of: [text] });

/** What the page about privacy prints of times: those that the jobs delete by. */
export const retentionPageValues: PageValues = async (runtime, page) => {
  const values: Placeholders = {};
  if (page !== "privacy-policy") return values;
  const rows: [string, string][] = [];
  for (const { retains } of retentionJobs)
    for (const { shown, time } of retains) if (shown) rows.push([shown, await time(runtime)]);
  return {
    "what is deleted when": {
      block: {
        kind: "table",
        caption: "What is deleted automatically, and when",
        head: ["What", "Kept"].map(cell),
        rows: rows.map((row) => row.map(cell)),
      },
      says: `table of ${counted(rows.length, "kind")} of data`,
    },
  };
};
