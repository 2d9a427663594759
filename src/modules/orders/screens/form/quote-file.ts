import { siteSetting } from "#src/modules/operator/index.server.ts";
import { serviceNames, workLabels } from "#src/modules/pricing/index.screens.ts";
import { getQuote, quoteDocument } from "#src/modules/pricing/index.server.ts";
import { isService, quoteNumber } from "#src/modules/pricing/index.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import type { Route } from "./+types/quote-file.ts";

/** A quote as a PDF, for those who may read the quote. */
export async function loader({ context, request, params: { file } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const id = file.replace(/\.pdf$/, "");
  const { answer, inputs, service, pricedAt } = orPage(await getQuote(ctx, { id: id.slice(0, 100) }), request);
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
  const bytes = await pdfOf(quoteDocument({ answer, inputs, pricedAt }, reader));
  return fileToKeep(bytes, { type: "application/pdf", name: `quote-${quoteNumber(answer.id)}.pdf` });
}

/** The page that orders a service. */
const pathOf = (service: string): string =>
  service === "custom" ? "/custom" : service === "quiz" || service === "test" ? "/quizzesorder" : "/order";
