import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { brandIcon } from "#src/modules/operator/index.server.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import { paperOf } from "../index.server.ts";
import type { Route } from "./+types/document-file.ts";

/** A receipt or a credit note as a PDF. */
export async function loader({ context, request, params: { orderId, file } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireFactor(requirePerson(ctx, request), request);
  const number = file.replace(/\.pdf$/, "");
  const { text } = orPage(await paperOf(ctx, { orderId, number }), request);
  const bytes = await pdfOf(text, await brandIcon(ctx.runtime));
  return fileToKeep(bytes, { type: "application/pdf", name: `${number}.pdf` });
}
