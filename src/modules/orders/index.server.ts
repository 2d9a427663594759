export { type Acted, act } from "./commands/act.ts";
export { deliverWork, longestDelivery } from "./commands/deliver-work.ts";
export { type KeptForm, keepForm, openForm } from "./commands/keep-form.ts";
export { noteOrderOpened, openDelivery, type ReadDelivery } from "./commands/note-opened.ts";
export { type Placed, placeOrder } from "./commands/place-order.ts";
export { type Repriced, repriceAfterLock } from "./commands/reprice-after-lock.ts";
export { demoOrderIds, removeDemoOrders } from "./demo/remove-demo-orders.ts";
export { seedDemoOrders } from "./demo/seed-demo-orders.ts";
export type { DemoCast, DemoParts, PayOrder } from "./demo/stage.ts";
export { sweepForms } from "./jobs.ts";
export { type KnownWriter, type WriterDirectory, writerDirectory } from "./ports.ts";
export { type ClientCard, type ClientDashboard, clientDashboard } from "./queries/client-dashboard.ts";
export {
  customOrdersQueue,
  type DeskGroup,
  type DeskList,
  type DeskRow,
  deskGroups,
  deskList,
  deskPageSize,
  type QueuedRequest,
} from "./queries/desk-list.ts";
export { type DeskNeed, type DeskToday, deskCountMost, deskCounts, deskToday } from "./queries/desk-today.ts";
export { type DeskWatch, deskWatches } from "./queries/desk-watches.ts";
export type { DeliveryLine, HistoryRow, Told } from "./queries/history.ts";
export { type OrderBrief, orderBrief, orderSnapshot } from "./queries/order-brief.ts";
export { type AdminOrder, orderForAdmin } from "./queries/order-for-admin.ts";
export { type ClientOrder, orderForClient } from "./queries/order-for-client.ts";
export type { CustomQuote } from "./queries/order-with-quote.ts";
export { type CancelPreview, previewCancel } from "./queries/preview-cancel.ts";
export {
  orderForWriter,
  type WriterCard,
  type WriterDashboard,
  type WriterOrder,
  writerDashboard,
} from "./queries/writer-orders.ts";
export { orderReactions } from "./reactions.ts";
export {
  lockOrderForPayment,
  type Payable,
  type PaymentNews,
  type Recorded,
  recordPayment,
} from "./record-payment.ts";
export { lifeSetting, orderLimitsSetting } from "./settings.ts";
export type { Snapshot } from "./snapshot.ts";
export { orderTimers } from "./timers.ts";
export { openOrdersOf } from "./with-writer.ts";
