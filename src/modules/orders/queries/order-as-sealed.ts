import { isSealedFor, nameFor, sealedText, textFor, type Viewer } from "#src/shared/viewer.ts";
import type { QuoteVersion } from "../domain/quote-rounds.ts";
import type { OrderRow } from "../storage/order-row.ts";
import type { DeliveryLine, HistoryRow } from "./history.ts";

const maybe = (viewer: Viewer, clientId: string, text: string | null): string | null =>
  text && textFor(viewer, clientId, "work", text);

/** What of an order says who its client is, as this admin may have it. */
const contactOf = (order: OrderRow, viewer: Viewer) => ({
  clientName: nameFor(viewer, order.clientId, order.clientName),
  clientEmail: textFor(viewer, order.clientId, "contact", order.clientEmail),
  ...(isSealedFor(viewer, order.clientId, "contact") && {
    // The code of an unknown country.
    ...{ country: "ZZ", consentAddress: sealedText },
    ...{ deadlineDate: null, deadlineTime: null, deadlineZone: null },
  }),
});

/** What of an order the client wrote, as this admin may have it. */
const workOf = (order: OrderRow, viewer: Viewer) => ({
  title: textFor(viewer, order.clientId, "work", order.title),
  instructions: textFor(viewer, order.clientId, "work", order.instructions),
  serviceType: maybe(viewer, order.clientId, order.serviceType),
  serviceName: maybe(viewer, order.clientId, order.serviceName),
  subject: maybe(viewer, order.clientId, order.subject),
  course: maybe(viewer, order.clientId, order.course),
  projectType: maybe(viewer, order.clientId, order.projectType),
  software: maybe(viewer, order.clientId, order.software),
  ...(isSealedFor(viewer, order.clientId, "work") && { checklist: [], attachments: [], snapshot: null }),
});

/** The columns of an order for an admin; of a sealed client all that its steps need, and no text. */
export const orderAsSealed = (order: OrderRow, viewer: Viewer): OrderRow => ({
  ...order,
  ...contactOf(order, viewer),
  ...workOf(order, viewer),
});

/** A version of a quote: its scope and the names of its parts describe the work. */
export const quoteAsSealed =
  (clientId: string, viewer: Viewer) =>
  (quote: QuoteVersion): QuoteVersion =>
    isSealedFor(viewer, clientId, "work")
      ? { ...quote, scope: sealedText, lines: quote.lines.map((line) => ({ ...line, what: sealedText })) }
      : quote;

/** Details of a step that are no words of anybody. */
const plainDetails: readonly string[] = ["writerId", "writerName", "rule", "delivery", "approvedBy", "from", "to"];

const detailOf = (detail: HistoryRow["detail"]): HistoryRow["detail"] =>
  Object.fromEntries(
    Object.entries(detail).filter(
      ([name, value]) => plainDetails.includes(name) || typeof value === "number" || typeof value === "boolean",
    ),
  );

/** A step of an order: who did it and when, without the words. */
export const stepAsSealed =
  (clientId: string, viewer: Viewer) =>
  (row: HistoryRow): HistoryRow =>
    isSealedFor(viewer, clientId, "work") ? { ...row, text: null, detail: detailOf(row.detail) } : row;

/** A delivered version without the words that came with it. */
export const deliveryAsSealed =
  (clientId: string, viewer: Viewer) =>
  (line: DeliveryLine): DeliveryLine =>
    isSealedFor(viewer, clientId, "work") && line.note ? { ...line, note: sealedText } : line;
