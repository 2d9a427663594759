import { countUse } from "#src/platform/limits.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { invalid, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { Report } from "./domain/report.ts";
import { mostCharacters } from "./domain/verdict.ts";
import { checkerPort } from "./ports.ts";

/** Checks that one person may have in an hour (fair use). */
export const checksAnHour = 60;

/** Characters as people count them, line ends as one. */
const lengthOf = (text: string): number => text.replaceAll("\r\n", "\n").length;

/**
 * Looks at a text for a signed-in person. Nothing of it is stored or logged.
 * @returns the report, or why there is none: nobody signed in, no text, too long, too many checks, no model.
 */
export async function checkText(ctx: Ctx, text: string): Promise<Outcome<Report>> {
  const { runtime, viewer } = ctx;
  if (viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
  if (text.trim() === "") return invalid([{ path: "text", message: "Paste a text, or choose a file." }]);
  const length = lengthOf(text);
  if (length > mostCharacters)
    return invalid([
      {
        path: "text",
        message: `The text has ${length.toLocaleString("en-US")} characters; at most 50,000 are checked at once. Check it in parts.`,
      },
    ]);
  const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
  const wait = await countUse(runtime.db, { key: `checks:${viewer.id}`, most, seconds: 3600 }, runtime.clock());
  if (wait !== null)
    return refuse("too-many", `You have checked ${most} texts in this hour. Try again later.`, { retryAfter: wait });
  return runtime.port(checkerPort).check(text);
}
