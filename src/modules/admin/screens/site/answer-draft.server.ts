import { redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import type { Outcome, Refusal } from "#src/shared/outcome.ts";
import type { DeletedRow } from "./faq-form.server.ts";

type Sent = {
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
export async function answerDraft({ here, step, auto, typed, change, publish, did, deleted }: Sent) {
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
