import { capabilityLabels, roleLabels } from "#src/modules/accounts/index.ts";
import { historyEntry, isEntryName, statusLabels } from "#src/modules/orders/index.ts";
import { isId } from "#src/shared/id.ts";
import { formatUsd } from "#src/shared/money.ts";
import { toRole } from "#src/shared/viewer.ts";

const labels: Readonly<Record<string, string>> = {
  "account.registered": "Registered",
  "account.confirmed": "Confirmed who it is",
  "account.signed-in": "Signed in",
  "account.signed-out": "Signed out",
  "account.second-step-asked": "Password correct, second step needed",
  "account.reset-asked": "Asked for a reset link",
  "account.reset-started": "Reset link sent by an admin",
  "account.registered-again": "Tried to register again",
  "account.password-set": "New password by an e-mailed link",
  "account.password-changed": "New password",
  "account.password-added": "First password",
  "account.email-change-asked": "Change of e-mail requested",
  "account.email-change-confirmed": "Change of e-mail confirmed at one address",
  "account.email-change-cancelled": "Change of e-mail cancelled",
  "account.email-change-undone": "Change of e-mail undone",
  "account.email-changed": "E-mail changed",
  "account.notices-chosen": "Notices chosen",
  "account.backup-code-used": "Backup code used",
  "account.profile-changed": "Profile changed",
  "account.role-changed": "Role changed",
  "account.admin-made": "Made an admin on the server",
  "account.blocked": "Blocked",
  "account.unblocked": "Unblocked",
  "account.session-ended": "One session ended",
  "account.sessions-ended": "Sessions ended by an admin",
  "account.other-sessions-ended": "Other sessions ended",
  "account.factor-removal-started": "Removal of the second factor started",
  "account.factor-removal-stopped": "Removal of the second factor stopped",
  "account.factors-removed": "Second factor removed by an admin",
  "account.factor-added": "Second factor added",
  "account.factor-removed": "Second factor removed",
  "account.backup-codes-made": "Backup codes made",
  "account.deletion-asked": "Deletion of the account requested",
  "account.deletion-taken-back": "Deletion of the account cancelled",
  "account.deleted": "Account deleted",
  "impersonation.started": "An admin sees the pages as this person",
  "impersonation.page-seen": "An admin saw a page as this person",
  "impersonation.ended": "The admin's view of the pages ended",
  "seal.set": "Reported a threat, the data is sealed",
  "seal.lifted": "Took the seal off",
  "seal.report-read": "Report of a threat opened by the owner",
  "seal.report-answered": "Report of a threat answered",
  "seal.unanswered": "Report of a threat not answered in time",
  "seal.opening-asked": "Opening of sealed data asked for",
  "seal.opening-refused": "Opening of sealed data not confirmed",
  "seal.opened": "Sealed data opened",
  "order.add-files": "Files added",
  "order.case-file": "Case file downloaded",
  "order.rated": "Rated by the client",
  "order.rating-replied": "Rating answered",
  "passage.asked": "Support is asked to show a hidden passage",
  "passage.shown": "A hidden passage is shown to the other side",
  "passage.kept": "A passage stays hidden",
  "request.held": "A request waits for a person",
  "request.accepted": "Request accepted, the client must choose a later deadline",
  "request.placed": "Request accepted and ordered",
  "request.refused": "Request refused",
  "request.expired": "Request not read in time",
  "request.withdrawn": "Request withdrawn",
  "orders.demo-removed": "Demo orders removed",
  "files.sent-as-it-is": "A file sent as it is, with its details of author and place",
  "payments.attempt": "Payment begun",
  "payments.settle": "Payment received",
  "payments.surplus": "Payment received that was not due",
  "payments.charge-void": "Charge withdrawn",
  "payments.code-entered": "Promotion code entered",
  "payments.code-removed": "Promotion code removed",
  "payments.nothing-due": "Order confirmed, a code covered the whole price",
  "codes.made": "Promotion code made",
  "codes.changed": "Promotion code changed",
  "codes.ended": "Promotion code ended",
  "payments.refund-asked": "Refund requested at the provider",
  "payments.refunded": "Refund made",
  "payments.refund-failed": "Refund failed at the provider",
  "payments.refund-retried": "Refund tried again",
  "payments.refund-lowered": "Refund lowered to what is left of the payment",
  "payments.refund-taken-in": "Refund made at the provider recorded",
  "payments.refund-account": "Account for the refund entered",
  "payments.refund-account-dropped": "Another account for the refund requested",
  "payments.dispute": "Disputed at the bank",
  "payments.dispute-ended": "Dispute at the bank ended",
  "payments.transfer-announced": "Bank transfer announced",
  "order.refund-held": "Refund waits for a second admin or for its time",
  "order.refund-approved": "Refund approved by a second admin",
  "order.refund-taken-alone": "Refund of an admin without colleagues, sent after the wait",
  "order.refund-withdrawn": "Held refund withdrawn",
  "order.refund-ended": "Held refund ended without money",
  "payments.transfer-entered": "Bank transfer entered",
  "payments.transfer-confirmed": "Bank transfer confirmed",
  "payments.transfer-dropped": "Entry of a bank transfer cancelled",
  "payments.event-retried": "Message of a provider processed again",
  "settings.change": "Settings changed",
  "admin.page-planned": "New version of a page planned",
  "admin.clients-notified": "E-mail about a new version sent to clients with open orders",
  "admin.page-stopped": "Planned version of a page stopped",
  "system.backup-asked": "Backup asked for",
  "system.tried-again": "Failed background work tried again",
  "clock.confirmed": "Clock of the server confirmed",
  "clock.hold-ended": "Wait after a jump of the clock ended automatically",
  "system.secret-rotated": "Secret of the installation changed",
  "system.released": "E-mails, refunds and webhooks released after a restore",
  "chat.assigned": "Conversation assigned to a colleague",
  "chat.written-to-many": "Written to many people at once",
  "chat.taken-back": "Messages taken back before they left",
  "chat.transcript-sent": "Transcript of a chat sent",
  "chat.reply-saved": "Saved reply written",
  "chat.reply-removed": "Saved reply removed",
  "chat.reply-restored": "Saved reply reset to the original",
  "chat.rated": "Rated the conversation",
  "mail.retried": "Failed e-mail sent again",
  "mail.given-up": "Failed e-mail dropped",
  "mail.address-set-aside": "E-mails to a refused address dropped",
  "enquiry.answered": "Question answered by e-mail",
  "payments.payout-method": "Payout account entered",
  "payments.payouts-started": "Payout run started",
  "payments.payout-paid": "Payout marked as sent",
  "payments.payout-failed": "Payout came back",
  "payments.payout-taken-back": "Payout marked as not sent",
  "payments.bank-file": "File for the bank downloaded",
  "writer.made": "Writer account opened",
  "writer.changed": "Writer account changed",
  "writer.note-added": "Note about the writer",
  "writer.holiday": "Days off changed",
  "hiring.sent": "Application sent",
  "hiring.withdrawn": "Application withdrawn",
  "hiring.asked": "Question about an application asked",
  "hiring.accepted": "Application accepted",
  "hiring.declined": "Application declined",
  "api.key-made": "Key for a program made",
  "api.key-revoked": "Key of a program revoked",
  "api.endpoint-made": "Webhook made",
  "api.endpoint-edited": "Address or events of a webhook changed",
  "api.endpoint-rotated": "New secret of a webhook made",
  "api.endpoint-on": "Webhook switched on",
  "api.endpoint-off": "Webhook switched off",
  "api.endpoint-given-up": "Webhook switched off after days of failures",
  "api.endpoint-removed": "Webhook removed",
  "api.endpoint-tested": "Test sent to a webhook",
  "api.sent-again": "Message sent again to a webhook",
};

/** What the history of orders says of a step. */
const stepLabel = (action: string): string | null => {
  const name = action.startsWith("order.") ? action.slice("order.".length) : "";
  return isEntryName(name) ? historyEntry(name).title : null;
};

/** An entry of the audit trail in words; what has none yet is read from its own name. */
export const trailLabel = (action: string): string => {
  const plain = action.replace(/^[a-z]+\./, "").replaceAll("-", " ");
  const own = Object.hasOwn(labels, action) ? labels[action] : stepLabel(action);
  return own ?? plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** Who did what no person of the trail did: "system:payments.refunds", "provider:stripe", "guest". */
export const machineLabel = (actor: string): string => {
  if (actor === "guest") return "Not signed in";
  if (actor === "system:demo") return "Demo data";
  if (actor.startsWith("system:")) return "Automatic";
  const provider = actor.replace(/^provider:/, "");
  return provider.charAt(0).toUpperCase() + provider.slice(1);
};

type Detail = Readonly<Record<string, unknown>>;

const listed = (values: readonly unknown[]): string => values.map(valueText).filter(Boolean).join(", ");

/** A value of the details as people read it; what says nothing is left out, and ids stand in the raw entry. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "" || value === false) return "";
  if (typeof value === "string" && isId(value)) return "";
  if (Array.isArray(value)) return listed(value);
  if (typeof value === "object")
    return listed(Object.entries(value).map(([name, one]) => `${name} ${valueText(one) || "no"}`));
  return value === true ? "yes" : String(value);
}

const methodLabels: Readonly<Record<string, string>> = {
  password: "by password",
  google: "by Google",
  apple: "by Apple",
  passkey: "by passkey",
  totp: "by authenticator app",
  "backup-code": "by backup code",
  link: "by the link of an e-mail",
};

const dollars = (cents: unknown): string => (typeof cents === "number" ? formatUsd(cents) : "");

/** What a step did to the money, from the effect that its entry keeps. */
const moneyText = (effect: unknown): string => {
  const { kind, cents, chargebackCents, won } = Object(effect) as Detail;
  const sentences: Readonly<Record<string, string>> = {
    owed: `${dollars(cents)} asked for`,
    held: "the money stays held",
    void: "nothing is to pay any more",
    refund: `${dollars(cents)} goes back`,
    credit: `${dollars(cents)} goes back, the rest stays held`,
    released: "the money is released",
    frozen: chargebackCents
      ? `${dollars(chargebackCents)} taken back by the bank, the rest frozen`
      : "the money is frozen",
    thawed: won ? `${dollars(cents)} won back` : `${dollars(cents)} lost`,
  };
  return typeof kind === "string" && Object.hasOwn(sentences, kind) ? (sentences[kind] ?? "") : "";
};

const capabilityName = (one: unknown): string =>
  typeof one === "string" && Object.hasOwn(capabilityLabels, one)
    ? capabilityLabels[one as keyof typeof capabilityLabels].name
    : valueText(one);

/** Labels of details; null hides a detail that the entry's title contains already. */
const detailTexts: Readonly<Record<string, ((value: unknown) => string) | null>> = {
  way: (value) => methodLabels[valueText(value)] ?? `by ${valueText(value)}`,
  factor: (value) => (value === true ? "with a second factor" : valueText(value)),
  capabilities: (value) =>
    Array.isArray(value) && value.length > 0 ? `may work with ${value.map(capabilityName).join(", ")}` : "",
  count: (value) => (value === 1 ? "1 session" : `${valueText(value)} sessions`),
  email: valueText,
  money: moneyText,
  cents: dollars,
  currency: null,
  refund: null,
  attempt: null,
  settlement: null,
  receipt: null,
  kind: null,
  provider: valueText,
  fields: valueText,
  from: null,
  to: null,
  reason: null,
  code: valueText,
  off: valueText,
  due: null,
  askedAt: null,
  askedBy: null,
  adminId: null,
  alone: null,
  step: null,
  why: valueText,
  id: null,
};

const statusText = (status: unknown): string =>
  typeof status === "string" && Object.hasOwn(statusLabels, status)
    ? statusLabels[status as keyof typeof statusLabels].admin.text
    : valueText(status);

const fromTo = (action: string, { from, to }: Detail): string => {
  if (from === undefined || to === undefined) return "";
  if (action === "account.role-changed") return `${roleLabels[toRole(from)]} to ${roleLabels[toRole(to)]}`;
  if (action.startsWith("order.")) return from === to ? "" : `${statusText(from)} to ${statusText(to)}`;
  return `${valueText(from)} to ${valueText(to)}`;
};

const tell = ([name, value]: [string, unknown]): string => {
  if (Object.hasOwn(detailTexts, name)) return detailTexts[name]?.(value) ?? "";
  return valueText(value) === "" ? "" : `${name}: ${valueText(value)}`;
};

/** The details of an entry, without the reason: that stands on its own. */
export const trailDetail = (action: string, detail: Detail): string =>
  [fromTo(action, detail), ...Object.entries(detail).map(tell)].filter(Boolean).join(", ");

export const reasonOf = ({ reason }: Detail): string | null => (typeof reason === "string" ? reason : null);
