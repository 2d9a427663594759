import { capabilityWords, roleWord } from "#src/modules/accounts/index.ts";
import { toRole } from "#src/shared/viewer.ts";

const words: Readonly<Record<string, string>> = {
  "account.registered": "Registered",
  "account.confirmed": "E-mail confirmed",
  "account.confirmed-identity": "Confirmed who it is",
  "account.signed-in": "Signed in",
  "account.signed-out": "Signed out",
  "account.second-step-asked": "Password right, second step asked for",
  "account.reset-asked": "Asked for a reset link",
  "account.reset-started": "Reset link sent by the office",
  "account.password-set": "New password",
  "account.profile-changed": "Profile changed",
  "account.role-changed": "Role changed",
  "account.admin-made": "Made an admin on the server",
  "account.blocked": "Blocked",
  "account.unblocked": "Opened again",
  "account.session-ended": "One session ended",
  "account.sessions-ended": "Sessions ended by the office",
  "account.other-sessions-ended": "Other sessions ended",
  "account.factor-removal-started": "Removal of the second factor started",
  "account.factor-removal-stopped": "Removal of the second factor stopped",
  "account.factors-removed": "Second factor removed by the office",
  "account.factor-added": "Second factor added",
  "account.factor-removed": "Second factor removed",
  "account.backup-codes-made": "Backup codes made",
  "account.deletion-asked": "Deletion of the account asked for",
  "account.deletion-taken-back": "Deletion of the account taken back",
  "account.deleted": "Account deleted",
  "writer.made": "Place as a writer made",
  "writer.changed": "Place as a writer changed",
};

/** An entry of the audit trail in words; what has none yet is read from its own name. */
export const trailWords = (action: string): string => {
  const plain = action.replace(/^[a-z]+\./, "").replaceAll("-", " ");
  return words[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};

type Detail = Readonly<Record<string, unknown>>;

const ruled = (detail: Detail): string | null => {
  const { capabilities } = detail;
  if (!Array.isArray(capabilities) || capabilities.length === 0) return null;
  const names = capabilities.map((one) =>
    typeof one === "string" && Object.hasOwn(capabilityWords, one)
      ? capabilityWords[one as keyof typeof capabilityWords].name
      : String(one),
  );
  return `may work with ${names.join(", ")}`;
};

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

const shown: readonly string[] = ["from", "to", "capabilities", "reason"];

/** The details of an entry, without the reason: that stands on its own. */
export const trailDetail = (action: string, detail: Detail): string => {
  const roles =
    action === "account.role-changed" && `${roleWord[toRole(detail.from)]} to ${roleWord[toRole(detail.to)]}`;
  const rest = Object.entries(detail).filter(([name]) => !shown.includes(name));
  const others = rest.map(([name, value]) => {
    const text = isPlain(value) ? String(value) : JSON.stringify(value);
    return `${name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}: ${text}`;
  });
  return [roles, ruled(detail), ...others].filter(Boolean).join(", ");
};

export const reasonOf = ({ reason }: Detail): string | null => (typeof reason === "string" ? reason : null);
