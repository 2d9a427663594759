import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { changeMails, publishMails, undoMails } from "../../mails/mails-draft.ts";
import { sendTestMail } from "../../mails/test-mail.ts";
import { answerDraft } from "./answer-draft.server.ts";

type Sent = Readonly<Record<string, string>>;

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
