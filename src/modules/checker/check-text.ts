import type { Ctx } from "#src/platform/runtime.ts";
import { done, invalid, type Outcome, type Refusal, refuse } from "#src/shared/outcome.ts";
import { asOneCheck } from "./check-quota.ts";
import type { Report } from "./domain/report.ts";
import { mostCharacters } from "./domain/verdict.ts";
import { checkerPort } from "./ports.ts";
import { type FileReading, readFile } from "./read-file.ts";

/** Characters as people count them, line ends as one. */
const lengthOf = (text: string): number => text.replaceAll("\r\n", "\n").length;

function wrongText(text: string): Refusal | null {
  if (text.trim() === "") return invalid([{ path: "text", message: "Paste a text, or choose a file." }]);
  const length = lengthOf(text);
  if (length <= mostCharacters) return null;
  return invalid([
    {
      path: "text",
      message: `The text has ${length.toLocaleString("en-US")} characters; at most 50,000 are checked at once. Check it in parts.`,
    },
  ]);
}

/**
 * Looks at a text for a signed-in person. Nothing of it is stored or logged.
 * @returns the report, or why there is none: nobody signed in, no text, too long, too many checks, no model.
 */
export async function checkText(ctx: Ctx, text: string): Promise<Outcome<Report>> {
  if (ctx.viewer.kind !== "person") return refuse("signed-out", "Sign in first.");
  return wrongText(text) ?? asOneCheck(ctx, () => ctx.runtime.port(checkerPort).check(text));
}

/** What a file held, and what was found in it. */
type Looked = { reading: FileReading; checked: Outcome<Report> };

/** The same for a text in a file; reading it is a part of the check. Refuses also what `readFile` refuses. */
export const checkFile = (ctx: Ctx, file: File): Promise<Outcome<Looked>> =>
  asOneCheck(ctx, async () => {
    const reading = await readFile(ctx, file);
    if (!reading.ok) return reading;
    const { text } = reading.value;
    const checked = wrongText(text) ?? (await ctx.runtime.port(checkerPort).check(text));
    return done({ reading: reading.value, checked });
  });
