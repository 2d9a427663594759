/**
 * What a process of an installation does. web: answers people and programs; worker: timers, e-mails, webhooks, checks of
 * files and everything else that nobody waits for; all: both.
 */
const roles = ["all", "web", "worker"] as const;
export type Role = (typeof roles)[number];

/** The role in the words of a command line ("--role web"); throws one sentence for an unknown one. */
export function readRole(words: readonly string[]): Role {
  const at = words.indexOf("--role");
  if (at < 0) return "all";
  const role = roles.find((one) => one === words[at + 1]);
  if (!role) throw new Error(`--role is one of ${roles.join(", ")}, not "${words[at + 1] ?? ""}".`);
  return role;
}
