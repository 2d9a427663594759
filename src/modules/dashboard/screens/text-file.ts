import { requireFactor, requirePerson } from "#src/modules/accounts/index.server.ts";
import { siteSetting } from "#src/modules/operator/index.server.ts";
import { openDelivery, orderForClient } from "#src/modules/orders/index.server.ts";
import { readingParts } from "#src/modules/orders/index.ts";
import { openConcurrencyLimit } from "#src/platform/calls-at-once.ts";
import { docxOf } from "#src/platform/documents/docx.ts";
import { pdfOf } from "#src/platform/documents/pdf.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { fileToKeep, orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { done, refuse } from "#src/shared/outcome.ts";
import type { Route } from "./+types/text-file.ts";

const types = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pdf: "application/pdf",
} as const;

/** Of one person: a long text takes seconds of the processor. */
const atOnce = openConcurrencyLimit(2);
const busy = () =>
  refuse("too-many", "Other files of yours are still being made. Wait for them, then try again.", { retryAfter: 5 });

const nameShape = /^([1-9]\d{0,4})\.(docx|pdf)$/;

/** "sleep-and-memory-v2.docx": letters and digits of the title, so that every system stores it. */
const fileName = (title: string, number: number, kind: string): string => {
  const words = title
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/[^\x20-\x7e]/g, "")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${words || "work"}-v${number}.${kind}`;
};

/**
 * The text of a version as a Word file or a PDF, for its client. A draft that was never opened stays closed here too:
 * opening it changes what a cancellation gives back.
 */
export async function loader({ context, request, params: { orderId, file } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const viewer = requirePerson(ctx, request);
  requireFactor(viewer, request);
  const order = orPage(await orderForClient(ctx, { orderId }), request);
  const [, asked = "", kind] = nameShape.exec(file) ?? [];
  const line = order.deliveries.find(({ number, final, openedAt }) => number === Number(asked) && (final || openedAt));
  if (!line || (kind !== "docx" && kind !== "pdf")) throw new Response(null, { status: 404 });
  const { text, number, words } = orPage(await openDelivery(ctx, { orderId: order.id, number: line.number }), request);
  if (text.trim() === "") throw new Response(null, { status: 404 });
  const { name: author } = await ctx.runtime.settings.get(siteSetting);
  const whole = {
    title: order.title,
    notes: [
      [`Order ${order.number}`, `version ${number}`, counted(words, "word")].join(", "),
      ...(order.writer ? [`From ${order.writer}`] : []),
    ],
    blocks: readingParts(text),
    author,
  };
  const make = async () => done({ bytes: await (kind === "docx" ? docxOf(whole) : pdfOf(whole)) });
  const { bytes } = orPage((await atOnce(viewer.id, make)) ?? busy(), request);
  return fileToKeep(bytes, { type: types[kind], name: fileName(order.title, number, kind) });
}
