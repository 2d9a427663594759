import { faqPages, type LinkList, type LinkRow, linkLists } from "#src/modules/operator/index.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { answerStep, type PostedSteps } from "#src/platform/posted-steps.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Outcome, Refusal } from "#src/shared/outcome.ts";
import { changeMails, publishMails, undoMails } from "../../mails/mails-draft.ts";
import { sendTestMail } from "../../mails/mails-editor.ts";
import { type FaqRow, faqStep, faqText, rowStep } from "../../pages/faq-rows.ts";
import { deletePage, showPage } from "../../pages/own-page-steps.ts";
import { changePageDraft, publishPage, undoPage } from "../../pages/page-draft.ts";
import { planPage, stopPlan } from "../../pages/planned-page.ts";

/** More rows than any page has room for are not read. */
const mostRows = 1_000;

type Sent = Readonly<Record<string, string>>;

/** The row whose fields end with this; null: none was sent. */
function rowIn(sent: Sent, end: string): FaqRow | null {
  const [ask, answer, group] = [sent[`ask.${end}`], sent[`answer.${end}`], sent[`group.${end}`]];
  if (ask === undefined) return null;
  const on = faqPages.filter((place) => sent[`${place}.${end}`] === "on");
  return { ask, answer: answer ?? "", group: group ?? "", on };
}

function rowsIn(sent: Sent): FaqRow[] {
  const rows: FaqRow[] = [];
  for (let at = 0; at < mostRows; at += 1) {
    const row = rowIn(sent, String(at));
    if (!row) break;
    rows.push(row);
  }
  return rows;
}

const backIn = (sent: Sent) => rowIn(sent, "back") ?? undefined;

/** The Markdown of questions that were sent as rows, after the step of a row's button; undefined: none were sent. */
export const faqIn = (sent: Sent, step: string): string | undefined =>
  sent.rows === "on" ? faqText({ head: sent.head ?? "", rows: faqStep(rowsIn(sent), step, backIn(sent)) }) : undefined;

/** A row that was deleted, and its place: what puts it back. */
export type DeletedRow = { row: FaqRow; at: number };

/** The row that this step deletes; null: it deletes none. */
export function deletedRow(sent: Sent, step: string): DeletedRow | null {
  const { what, at } = rowStep(step);
  const row = what === "delete" ? rowsIn(sent)[at] : undefined;
  return row ? { row, at } : null;
}

/** The row to open on the next page: the one that was added, moved or put back. */
export function openRow(sent: Sent, step: string): string {
  const { what, at } = rowStep(step);
  if (!what || what === "delete") return "";
  const rows = rowsIn(sent);
  if (what === "add") return `?row=${rows.length}`;
  if (what === "put") return `?row=${at}`;
  // Over the edge of a group a row keeps its number.
  const row = rows[at];
  const now = row ? faqStep(rows, step).indexOf(row) : -1;
  return `?row=${now === -1 ? at : now}`;
}

type DraftStep = {
  here: string;
  step: string;
  /** "on": the page saved it by itself while somebody typed. */
  auto?: string | undefined;
  typed: Readonly<Record<string, string | undefined>>;
  /** Keeps what was typed, in every step; gives the draft's revision. */
  change: () => Promise<Outcome<number>>;
  publish?: (revision: number) => Promise<Outcome<unknown>>;
  /** What was done then, when it is not published at once. */
  did?: "planned";
  /** What this step removes: it can be put back. */
  deleted?: DeletedRow | null;
};

/** What the screen says of a step: "row" of rows that are moved, "row-add", "row-put" and "row-remove" of the others. */
const didOf = (step: string): string => step.replace(/^row:(?=add|put|remove)/, "row-").replace(/:.*/, "");

/** Answers the form of a draft: saved by itself, changed, published, or refused with what was typed. */
export async function answerDraft({ here, step, auto, typed, change, publish, did, deleted }: DraftStep) {
  const values = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const refused = (refusal: Refusal) => refusedForm(refusal, values, {}, (path) => path.replace(/^typed\./, ""));
  const kept = await change();
  if (!kept.ok) return refused(kept);
  if (auto === "on") return { saved: kept.value };
  if (deleted) return { saved: kept.value, deleted };
  if (step !== "publish" || !publish) return redirectWithFlash(here, didOf(step));
  const published = await publish(kept.value);
  return published.ok ? redirectWithFlash(here, did ?? "published") : refused(published);
}

/** What is typed is kept before it is published, and with every step of a row. */
const isSave = (step: string): boolean => step === "publish" || step.startsWith("row:");

type Where = {
  page: string;
  /** The screen of its form, and what is opened on it after a step. */
  here: string;
  opened?: string;
  /** The text that its fields make; undefined: the field of the text itself. */
  made?: string | undefined;
  deleted?: DeletedRow | null;
};

type PageForm = { ctx: Ctx; page: string; here: string; version: string };

/** The steps that leave the draft of a page as it is, or end it. */
const pageSteps: PostedSteps<PageForm, Awaited<ReturnType<typeof answerDraft>>> = {
  delete: { run: ({ ctx, page }) => deletePage(ctx, { page }), to: "/admin/site/pages", flash: "deleted" },
  show: ({ ctx, page }) => showPage(ctx, { page, shown: true }),
  hide: ({ ctx, page }) => showPage(ctx, { page, shown: false }),
  stop: ({ ctx, page }) => stopPlan(ctx, { page, drop: false }),
  drop: ({ ctx, page }) => stopPlan(ctx, { page, drop: true }),
  undo: ({ ctx, page, here, version }) =>
    answerDraft({ here, step: "undone-page", typed: {}, change: () => undoPage(ctx, { page, version }) }),
};

/** Answers the form of a page's draft: each step of it, and those of a page of the operator's own. */
export function answerPage(ctx: Ctx, sent: Sent, where: Where) {
  const { step = "save", version = "" } = sent;
  const { page, here } = where;
  const again = (refusal: Refusal) => refusedForm(refusal);
  const others = () => savePage(ctx, step, sent, where);
  return answerStep(pageSteps, step, { ctx, page, here, version }, { page: here, again, others });
}

/** Keeps what was typed, and publishes or plans it where the step says so. */
function savePage(ctx: Ctx, step: string, sent: Sent, { page, here, opened = "", made, deleted = null }: Where) {
  const { seen = "", auto, title, description, label, slug, place } = sent;
  const { when = "now", date = "", time = "", zone = "" } = sent;
  const tell = sent.tell === "on";
  const typed = { text: made ?? sent.text, title, description, label, slug, place };
  const right = sent.asksRight === "on" ? { mayShow: sent.mayShow === "on" } : {};
  const kept = { ...typed, ...right };
  const change = () => changePageDraft(ctx, { page, step: isSave(step) ? "save" : step, seen, typed: kept });
  const asked = { here: here + opened, step, auto, change, deleted };
  const answered = { ...asked, typed: { ...typed, when, date, time, ...(tell && { tell: "on" }) } };
  if (when === "later")
    return answerDraft({
      ...{ ...answered, did: "planned" },
      publish: (revision) => planPage(ctx, { page, seen: String(revision), date, time, zone, tell }),
    });
  return answerDraft({
    ...answered,
    publish: (revision) => publishPage(ctx, { page, seen: String(revision), date, time, tell }),
  });
}

/** Answers the form of an e-mail, or of all of them; `mail`: whose text it holds. */
export async function answerMails(ctx: Ctx, sent: Sent, { here, mail }: { here: string; mail: string }) {
  const { step = "save", seen = "", auto, subject, text, version = "", order = "" } = sent;
  if (step === "undo") {
    const undone = await undoMails(ctx, { version });
    return undone.ok ? redirectWithFlash(here, "undone") : refusedForm(undone);
  }
  const typed = { subject, text };
  const kept = step === "publish" || step === "test" ? "save" : step;
  const change = () => changeMails(ctx, { mail, step: kept, seen, typed });
  if (step === "test") {
    const saved = await change();
    const tested = saved.ok ? await sendTestMail(ctx, mail, order) : saved;
    return { test: tested.ok ? { ok: true, message: tested.value } : { ok: false, message: tested.message } };
  }
  return answerDraft({
    ...{ here, step, auto, typed, change },
    publish: (revision) => publishMails(ctx, { seen: String(revision) }),
  });
}

/** More rows than any list has room for are not read. */
const mostMenuRows = 60;

function menuRowsIn(sent: Sent, list: LinkList): LinkRow[] {
  const rows: LinkRow[] = [];
  for (let at = 0; at < mostMenuRows; at += 1) {
    const id = sent[`${list}-${at}-id`];
    if (id === undefined) break;
    const [label, to] = [sent[`${list}-${at}-label`] ?? "", sent[`${list}-${at}-to`] ?? ""];
    rows.push({ id, label, to, shown: sent[`${list}-${at}-shown`] === "on" });
  }
  return rows;
}

const networks = ["facebook", "instagram", "linkedin", "x"] as const;
const noticeParts = ["text", "label", "to", "fromDate", "fromTime", "untilDate", "untilTime"] as const;

const valuesOf = <Name extends string>(sent: Sent, of: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sent[`${of}-${name}`] ?? ""])) as Record<Name, string>;

/** What the form of menu and footer holds; nothing where a form of another kind was sent. */
export const menuIn = (sent: Sent) =>
  sent.form === "menu"
    ? {
        ...Object.fromEntries(linkLists.map((list) => [list, menuRowsIn(sent, list)])),
        social: valuesOf(sent, "social", networks),
        notice: valuesOf(sent, "notice", noticeParts),
      }
    : {};
