import { capabilityLabels, roleLabels } from "#src/modules/accounts/index.ts";
import { toRole } from "#src/shared/viewer.ts";

const labels: Readonly<Record<string, string>> = {
  "account.registered": "Registered",
  "account.confirmed": "Confirmed who it is",
  "account.signed-in": "Signed in",
  "account.signed-out": "Signed out",
  "account.second-step-asked": "Password right, second step asked for",
  "account.reset-asked": "Asked for a reset link",
  "account.reset-started": "Reset link sent by an admin",
  "account.registered-again": "Tried to register again",
  "account.password-set": "New password by a mailed link",
  "account.password-changed": "New password",
  "account.password-added": "First password",
  "account.email-change-asked": "Change of e-mail asked for",
  "account.email-change-confirmed": "Change of e-mail confirmed at one end",
  "account.email-change-cancelled": "Change of e-mail given up",
  "account.email-change-undone": "Change of e-mail taken back",
  "account.email-changed": "E-mail changed",
  "account.notices-chosen": "Notices chosen",
  "account.backup-code-used": "Backup code used",
  "account.profile-changed": "Profile changed",
  "account.role-changed": "Role changed",
  "account.admin-made": "Made an admin on the server",
  "account.blocked": "Blocked",
  "account.unblocked": "Opened again",
  "account.session-ended": "One session ended",
  "account.sessions-ended": "Sessions ended by an admin",
  "account.other-sessions-ended": "Other sessions ended",
  "account.factor-removal-started": "Removal of the second factor started",
  "account.factor-removal-stopped": "Removal of the second factor stopped",
  "account.factors-removed": "Second factor removed by an admin",
  "account.factor-added": "Second factor added",
  "account.factor-removed": "Second factor removed",
  "account.backup-codes-made": "Backup codes made",
  "account.deletion-asked": "Deletion of the account asked for",
  "account.deletion-taken-back": "Deletion of the account taken back",
  "account.deleted": "Account deleted",
  "writer.made": "Place as a writer made",
  "writer.changed": "Place as a writer changed",
  "writer.holiday": "Days off changed",
};

/** An entry of the audit trail in words; what has none yet is read from its own name. */
export const trailLabel = (action: string): string => {
  const plain = action.replace(/^[a-z]+\./, "").replaceAll("-", " ");
  return (Object.hasOwn(labels, action) && labels[action]) || plain.charAt(0).toUpperCase() + plain.slice(1);
};

type Detail = Readonly<Record<string, unknown>>;

const listed = (values: readonly unknown[]): string => values.map(said).filter(Boolean).join(", ");

/** A value of the details as people read it; what says nothing is left out. */
function said(value: unknown): string {
  if (value === null || value === undefined || value === "" || value === false) return "";
  if (Array.isArray(value)) return listed(value);
  if (typeof value === "object")
    return listed(Object.entries(value).map(([name, one]) => `${name} ${said(one) || "no"}`));
  return value === true ? "yes" : String(value);
}

const methodLabels: Readonly<Record<string, string>> = {
  password: "by password",
  google: "by Google",
  apple: "by Apple",
  passkey: "by passkey",
  totp: "by authenticator app",
  "backup-code": "by backup code",
  link: "by the link of a mail",
};

const capabilityName = (one: unknown): string =>
  typeof one === "string" && Object.hasOwn(capabilityLabels, one)
    ? capabilityLabels[one as keyof typeof capabilityLabels].name
    : said(one);

/** Names of details that are told in words of their own; null hides what the entry itself says already. */
const tellers: Readonly<Record<string, ((value: unknown) => string) | null>> = {
  way: (value) => methodLabels[said(value)] ?? `by ${said(value)}`,
  factor: (value) => (value === true ? "with a second factor" : said(value)),
  capabilities: (value) =>
    Array.isArray(value) && value.length > 0 ? `may work with ${value.map(capabilityName).join(", ")}` : "",
  count: (value) => (value === 1 ? "1 session" : `${said(value)} sessions`),
  email: said,
  provider: said,
  fields: said,
  from: null,
  to: null,
  reason: null,
  due: null,
  askedAt: null,
  id: null,
};

const fromTo = (action: string, { from, to }: Detail): string => {
  if (from === undefined || to === undefined) return "";
  if (action === "account.role-changed") return `${roleLabels[toRole(from)]} to ${roleLabels[toRole(to)]}`;
  return `${said(from)} to ${said(to)}`;
};

const tell = ([name, value]: [string, unknown]): string => {
  if (Object.hasOwn(tellers, name)) return tellers[name]?.(value) ?? "";
  return said(value) === "" ? "" : `${name}: ${said(value)}`;
};

/** The details of an entry, without the reason: that stands on its own. */
export const trailDetail = (action: string, detail: Detail): string =>
  [fromTo(action, detail), ...Object.entries(detail).map(tell)].filter(Boolean).join(", ");

export const reasonOf = ({ reason }: Detail): string | null => (typeof reason === "string" ? reason : null);
