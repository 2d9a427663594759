import { hasUnseen, unseenProblem } from "#src/shared/unseen.ts";

const longestName = 100;

/** A name as people write it: one line, outer spaces cut, inner ones single. */
export const tidyName = (name: string): string => name.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Why a name is refused, or null. What nobody sees, and what turns the order of letters, is refused. */
export function nameProblem(name: string): string | null {
  const tidy = tidyName(name);
  if (tidy === "") return "Write a name.";
  if ([...tidy].length > longestName) return `Use ${longestName} characters or fewer.`;
  return hasUnseen(name) ? unseenProblem : null;
}

/** The words for a role. */
export const roleLabels = { 1: "Client", 2: "Writer", 3: "Admin" } as const;
