import { redirect } from "react-router";
import { requirePerson } from "#src/modules/accounts/index.server.ts";
import { readingZone, siteSetting } from "#src/modules/site/index.server.ts";
import { openAtOnce } from "#src/platform/at-once.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep } from "#src/platform/respond.ts";
import { type Refusal, refusalStatus, refuse } from "#src/shared/outcome.ts";
import { kindOf } from "../domain/card.ts";
import { leftInFile } from "../domain/files.ts";
import { checkerPort, checkText } from "../index.server.ts";
import { reportDocument } from "../report-document.ts";
import type { Route } from "./+types/report.ts";
import { factsOf } from "./check-form.server.ts";

/** A report is made from a text that is sent anew: none is kept to be asked for. */
export const loader = () => redirect("/aichecker");

const atOnce = openAtOnce(2);
const busy = () => refuse("too-many", "Other reports of yours are still being made. Wait for them, then try again.");

const plainRefusal = ({ code, fields, message }: Refusal): Response =>
  new Response(`${fields?.[0]?.message ?? message}\n`, {
    status: refusalStatus[code],
    headers: { "content-type": "text/plain; charset=utf-8" },
  });

/** The report as a PDF. A text with letters that the typeface lacks is left out of it; its hash stands for it. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const viewer = requirePerson(ctx, request);
  const form = await request.formData();
  const { text = "", kind = "", withText } = textsIn(form);
  const checked = await checkText(ctx, text, request.signal);
  const card = ctx.runtime.port(checkerPort).card();
  if (!checked.ok) return plainRefusal(checked);
  if (!card) return plainRefusal(refuse("unavailable", "The checker is not installed in this installation."));
  const facts = factsOf(ctx, text);
  const { name: author } = await ctx.runtime.settings.get(siteSetting);
  const parts = {
    report: checked.value,
    kind: kindOf(kind),
    left: leftInFile(form.getAll("left")),
    facts,
    zone: await readingZone(ctx),
    card,
    author,
  };
  const make = async () =>
    (await pdfOf(reportDocument({ ...parts, text: withText ? text : null }))) ??
    (await pdfOf(reportDocument({ ...parts, text: null })));
  const bytes = await atOnce(viewer.id, make);
  if (!bytes) return plainRefusal(busy());
  return fileToKeep(bytes, { type: "application/pdf", name: `ai-checker-${facts.sha256.slice(0, 12)}.pdf` });
}
