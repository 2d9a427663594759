import { formOwnerField } from "#src/shared/viewer.ts";
import { askedNames } from "../../../index.ts";
import type { DraftOnServer } from "../prefill.server.ts";

export type Fields = Readonly<Record<string, string>>;
/** A form that was not sent yet, as this device keeps it. */
export type Draft = { readonly path: string; readonly fields: Fields };

const prefix = "order-draft:";
/** These belong to one page view, or must be given anew with each order. */
const leftOut = [
  formOwnerField,
  "intent",
  "idempotencyKey",
  "confirmTotalCents",
  "quoteId",
  "quoteDeadline",
  "consent",
  "files",
  "checklistGuess",
  "tutoringIn",
  "termsVersion",
  "privacyVersion",
  "fairUseVersion",
];
/** What a person wrote stays out of addresses. */
export const brief = ["title", "instructions", "country", ...askedNames, "checklist"] as const;
const deadline = ["deadlineDate", "deadlineTime", "hours"];

/** A browser may refuse its storage; the form works without it. */
const quietly = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string");

/** The draft of an account, or nothing: what lies there may have been written by anybody. */
export const readDraft = (person: string): Draft | null =>
  quietly(() => {
    const found: unknown = JSON.parse(localStorage.getItem(prefix + person) ?? "null");
    if (typeof found !== "object" || found === null || !("path" in found) || !("fields" in found)) return null;
    const { path, fields } = found;
    return typeof path === "string" && isFields(fields) ? { path, fields } : null;
  }, null);

const lines = (text: string | undefined): string => (text ?? "").replaceAll("\r\n", "\n").trim();

/** A checklist that nobody touched follows the other answers, so it is made anew with each form. */
export const draftOf = (path: string, entries: Iterable<readonly [string, unknown]>): Draft => {
  const texts = [...entries].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  const { checklist, checklistGuess } = Object.fromEntries(texts);
  const guessed = lines(checklist) === lines(checklistGuess);
  const kept = texts.filter(
    ([name, text]) => text !== "" && !leftOut.includes(name) && !(guessed && name === "checklist"),
  );
  return { path, fields: Object.fromEntries(kept) };
};

/** True when the device took it. */
export const writeDraft = (person: string, draft: Draft): boolean =>
  quietly(() => {
    localStorage.setItem(prefix + person, JSON.stringify(draft));
    return true;
  }, false);

/** Drafts of others who used this device go when somebody else opens the form; `null` forgets all of them. */
export const forgetDrafts = (allBut: string | null): void =>
  quietly(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && key !== prefix + allBut) localStorage.removeItem(key);
  }, undefined);

/** The chosen work as the address of a form. A day that is over by `today` (YYYY-MM-DD) is no deadline any more. */
export const addressOfWork = ({ path, fields }: Draft, today: string): string | null => {
  const over = (fields.deadlineDate ?? today) < today;
  const dropped: readonly string[] = over ? [...brief, ...deadline] : brief;
  const work = Object.entries(fields).filter(([name]) => !dropped.includes(name));
  return work.length > 0 ? `${path}?${new URLSearchParams(work)}` : null;
};

/** What is kept of the answers, and where. */
export type Kept = {
  readonly account: boolean;
  /** When answers of another device, which this page never showed, were replaced by these. */
  readonly replaced?: string;
};

export type Whose = {
  /** The account; a guest's answers are not kept on the device. */
  person: string | null;
  /** False while the page shows a form that the server sent back. */
  fresh: boolean;
  /** The form could not be sent. */
  unsent: boolean;
  onServer: DraftOnServer | null;
};
