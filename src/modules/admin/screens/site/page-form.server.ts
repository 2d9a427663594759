import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { changePageDraft } from "../../pages/change-page-draft.ts";
import { deletePage, showPage } from "../../pages/own-page-steps.ts";
import { planPage, stopPlan } from "../../pages/plan-page.ts";
import { publishPage, undoPage } from "../../pages/publish-page.ts";
import { answerDraft } from "./answer-draft.server.ts";
import type { DeletedRow } from "./faq-form.server.ts";

type Sent = Readonly<Record<string, string>>;

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

/** Answers the form of a page's draft: each step of it, and those of a page of the operator's own. */
export async function answerPage(ctx: Ctx, sent: Sent, { page, here, opened = "", made, deleted = null }: Where) {
  const { step = "save", seen = "", auto, title, description, label, slug, place } = sent;
  const { when = "now", date = "", time = "", zone = "", version = "" } = sent;
  const tell = sent.tell === "on";
  if (step === "delete") {
    const deleted = await deletePage(ctx, { page });
    return deleted.ok ? redirectWithFlash("/admin/site/pages", "deleted") : refusedForm(deleted);
  }
  if (step === "show" || step === "hide") {
    const turned = await showPage(ctx, { page, shown: step === "show" });
    return turned.ok ? redirectWithFlash(here, step) : refusedForm(turned);
  }
  if (step === "stop" || step === "drop") {
    const stopped = await stopPlan(ctx, { page, drop: step === "drop" });
    return stopped.ok ? redirectWithFlash(here, step) : refusedForm(stopped);
  }
  if (step === "undo") {
    const change = () => undoPage(ctx, { page, version });
    return answerDraft({ here, step: "undone-page", typed: {}, change });
  }
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
