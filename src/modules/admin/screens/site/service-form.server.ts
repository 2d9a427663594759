import { families } from "#src/modules/catalogue/index.ts";
import { isService } from "#src/modules/pricing/index.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";
import { changeServices, publishServices, undoServices } from "../../services/services-draft.ts";
import { answerDraft } from "./draft-forms.server.ts";

type Sent = Readonly<Record<string, string>>;

const texts = ["name", "slug", "item", "summary", "lede", "send", "gets", "sample", "title", "description"] as const;
const presetField = /^preset-field-([a-zA-Z]{1,40})$/;
/** More questions than any service has room for are not read. */
const mostRows = 20;

function questionsIn(sent: Sent) {
  const rows: { ask: string; answer: string }[] = [];
  for (let at = 0; at < mostRows; at += 1) {
    const [ask, answer = ""] = [sent[`ask-${at}`], sent[`answer-${at}`]];
    if (ask === undefined) break;
    // A row whose fields are both emptied is taken out.
    if (ask.trim() !== "" || answer.trim() !== "") rows.push({ ask, answer });
  }
  return rows;
}

/** Days as they were typed; what is no number stays wrong, and is refused at its field. */
const hoursIn = (typed: string): number => {
  const read = readCount(typed);
  return read.ok ? read.value : 0;
};

/** One service as its form holds it. */
function serviceIn(sent: Sent) {
  const typed = Object.fromEntries(
    texts.flatMap((name) => {
      const text = sent[name];
      return text === undefined ? [] : [[name, name === "slug" ? text.trim() : text.replaceAll("\r\n", "\n")]];
    }),
  );
  const service = sent["preset-service"];
  const fields = Object.entries(sent).flatMap(([name, value]) => {
    const [, field] = presetField.exec(name) ?? [];
    return field ? [[field, value.trim()]] : [];
  });
  return {
    ...typed,
    on: sent.on === "on",
    questions: questionsIn(sent),
    ...(isService(service) && {
      preset: { service, fields: Object.fromEntries(fields), hours: hoursIn(sent["preset-hours"] ?? "") },
    }),
  };
}

const listed = (sent: Sent): Record<string, boolean> =>
  Object.fromEntries(
    (sent.ids ?? "")
      .split(" ")
      .filter(Boolean)
      .map((id) => [id, sent[`on-${id}`] === "on"]),
  );

/** What a form of the services holds: one service, which of them are on, or the name of a new one. */
const typedIn = (sent: Sent, id: string | null) => {
  if (sent.form === "service" && id) return { id, service: serviceIn(sent) };
  if (sent.form === "list") return { on: listed(sent) };
  const family = families.find((one) => one === sent.family);
  return sent.form === "new" ? { name: sent.name ?? "", ...(family && { family }) } : {};
};

/** Answers a form of the list, or of one service. */
export async function answerServices(ctx: Ctx, sent: Sent, { here, id }: { here: string; id: string | null }) {
  const { step = "save", seen = "", version = "", auto } = sent;
  if (step === "undo")
    return answerDraft({ here, step: "undone", typed: {}, change: () => undoServices(ctx, { version }) });
  const { step: _step, seen: _seen, auto: _auto, form: _form, ...typed } = sent;
  let made = "";
  const change = async () => {
    const saves = step === "publish" || step === "question";
    const changed = await changeServices(ctx, { step: saves ? "save" : step, seen, typed: typedIn(sent, id) });
    if (!changed.ok) return changed;
    made = changed.value.made;
    return done(changed.value.revision);
  };
  if (step === "add") {
    const added = await answerDraft({ here, step: "save", auto: "on", typed, change });
    return "saved" in added ? redirectWithFlash(`/admin/site/services/${made}`, "add") : added;
  }
  const back = step.startsWith("delete:") ? "/admin/site/services" : here;
  return answerDraft({
    ...{
      here: step === "question" ? `${back}?more=on#questions` : back,
      step: step === "question" ? "save" : step,
      auto,
      typed,
      change,
    },
    publish: (revision) => publishServices(ctx, { seen: String(revision) }),
  });
}
