const longestName = 100;

/** A name as people write it: one line, outer spaces cut, inner ones single. */
export const tidyName = (name: string): string => name.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Why a name is refused, or null. Control characters and marks that turn the direction of what follows are refused. */
export function nameProblem(name: string): string | null {
  const tidy = tidyName(name);
  if (tidy === "") return "Write a name.";
  if ([...tidy].length > longestName) return `Use ${longestName} characters or fewer.`;
  return /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name)
    ? "This name has a character that cannot be shown. Type it again."
    : null;
}

/** The words for a role. */
export const roleLabels = { 1: "Client", 2: "Writer", 3: "Admin" } as const;
