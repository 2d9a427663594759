import { type KeptLine, revealHidden, supportToKeep, threadsToKeep } from "#src/modules/chat/index.server.ts";
import type { AdminOrder } from "#src/modules/orders/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatFullMoment } from "#src/shared/zone.ts";
import type { CaseEntry } from "./archive.ts";
import { pageEnd, pageStart, paragraph, saidLine } from "./archive.ts";

async function* linesPage(
  title: string,
  before: readonly string[],
  lines: AsyncIterable<KeptLine>,
  zone: string,
): AsyncGenerator<string> {
  yield pageStart(title);
  for (const text of before) yield paragraph(text);
  let many = 0;
  for await (const { at, from, text, fileName } of lines) {
    many += 1;
    yield saidLine(`${from}, ${formatFullMoment(at, zone)}`, text, fileName ? `With the file ${fileName}` : "");
  }
  yield paragraph(many === 1 ? "1 message." : `${many} messages.`);
  yield pageEnd;
}

const masked = "Contact details are hidden in these messages.";

/** What client and writer wrote to each other, a page for each writer. */
export async function* threadEntries(ctx: Ctx, { order }: AdminOrder, zone: string): AsyncGenerator<CaseEntry> {
  let number = 0;
  for await (const { lines } of threadsToKeep(ctx, order.id)) {
    number += 1;
    const title = `Order ${order.number}: client and writer, conversation ${number}`;
    yield { path: `conversations/client-writer-${number}.html`, parts: linesPage(title, [masked], lines, zone) };
  }
}

/** Messages as they were typed: in a dispute alone, and the audit log keeps that they were read. */
export async function* hiddenEntries(ctx: Ctx, { order }: AdminOrder, zone: string): AsyncGenerator<CaseEntry> {
  if (order.status !== "disputed") return;
  const hidden = await revealHidden(ctx, { orderId: order.id });
  if (!hidden.ok) return;
  const parts = [
    pageStart(`Order ${order.number}: messages as they were typed`),
    paragraph("The order is disputed, so what was hidden in messages of client and writer is in this file."),
    ...hidden.value.map(({ side, timestamp, text }) =>
      saidLine(`${side === "client" ? "Client" : "Writer"}, ${formatFullMoment(timestamp, zone)}`, text),
    ),
    pageEnd,
  ];
  yield { path: "conversations/as-typed.html", parts: readAll(parts) };
}

async function* readAll(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

/** What the client and Support wrote from the placing of the order on. */
export async function* supportEntries(
  ctx: Ctx,
  { order }: AdminOrder,
  { zone, until }: { zone: string; until: Date },
): AsyncGenerator<CaseEntry> {
  const lines = supportToKeep(ctx, { personId: order.clientId, since: order.createdAt, until });
  const before = [
    "A client has one conversation with Support for all orders. Here is what was written since this order was placed.",
  ];
  const title = `Order ${order.number}: client and Support`;
  yield { path: "conversations/support.html", parts: linesPage(title, before, lines, zone) };
}
