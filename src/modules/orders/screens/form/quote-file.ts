import { brandIcon, siteSetting } from "#src/modules/operator/index.server.ts";
import { serviceNames, workLabels } from "#src/modules/pricing/index.screens.ts";
import { getQuote, quoteDocument } from "#src/modules/pricing/index.server.ts";
import { isService, quoteNumber } from "#src/modules/pricing/index.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { keptBudgets, spendBudget } from "#src/platform/guest-budgets.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, type Outcome, refuse } from "#src/shared/outcome.ts";
import type { Route } from "./+types/quote-file.ts";

/** For everybody together; each PDF takes 80 ms of the processor. */
const atOnce = openConcurrencyLimit(2);
const everybody = "all";

async function bounded(
  ctx: Ctx,
  make: () => ReturnType<typeof pdfOf>,
): Promise<Outcome<Awaited<ReturnType<typeof pdfOf>>>> {
  const wait = await spendBudget(ctx.runtime.db, ctx, keptBudgets.quotePdf);
  if (wait !== null)
    return refuse("too-many", "Too many quotes were downloaded as a PDF. Try again in a few minutes.", {
      retryAfter: wait,
    });
  const bytes = await atOnce(everybody, make);
  return bytes
    ? done(bytes)
    : refuse("unavailable", "Many PDFs are being made at the moment. Try again in a few seconds.", { retryAfter: 2 });
}

/** A quote as a PDF, for those who may read the quote. */
export async function loader({ context, request, params: { file } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const id = file.replace(/\.pdf$/, "");
  const { answer, inputs, service, pricedAt } = orPage(await getQuote(ctx, { id }), request);
  const seller = await ctx.runtime.settings.get(siteSetting);
  const own = ctx.viewer.kind === "person" ? ctx.viewer.timeZone : null;
  const path = `${pathOf(service)}?quote=${answer.id}`;
  const reader = {
    seller,
    zone: own ?? (inputs.deadlineZone ? String(inputs.deadlineZone) : seller.timeZone),
    labels: workLabels,
    serviceName: isService(service) ? serviceNames[service] : service,
    address: new URL(path, ctx.runtime.config.baseUrl).href,
  };
  const text = quoteDocument({ answer, inputs, pricedAt }, reader);
  const bytes = orPage(await bounded(ctx, async () => pdfOf(text, await brandIcon(ctx.runtime))), request);
  return fileToKeep(bytes, { type: "application/pdf", name: `quote-${quoteNumber(answer.id)}.pdf` });
}

/** The page that orders a service. */
const pathOf = (service: string): string =>
  service === "custom" ? "/custom" : service === "quiz" || service === "test" ? "/quizzesorder" : "/order";
