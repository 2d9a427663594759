export { orderDto, orderFilesDto, ordersDto, ordersInput, preparedOrderDto, prepareRequest } from "./api/dto.ts";
export { orderHandlers } from "./api/http.ts";
export { act } from "./commands/act.ts";
export { addFiles, takesFiles } from "./commands/add-files.ts";
export { acceptChange, askChange, counterQuote } from "./commands/ask-change.ts";
export { type ClaimRefused, claimOrder } from "./commands/claim-order.ts";
export { deliverWork } from "./commands/deliver-work.ts";
export { forgetOrderDraft, keepForm, keepOrderDraft, keepWork, openForm } from "./commands/keep-draft.ts";
export { noteOrderOpened, openDelivery } from "./commands/note-opened.ts";
export { placeOrder } from "./commands/place-order.ts";
export { rateOrder, replyToRating } from "./commands/rate-order.ts";
export { type Repriced, repriceAfterLock } from "./commands/reprice-after-lock.ts";
export { demoOrderIds, removeDemoOrders } from "./demo/remove-demo-orders.ts";
export { seedDemoOrders, seedLargeDemoOrders } from "./demo/seed-demo-orders.ts";
export {
  canApplyAsAdmin,
  canBuy,
  canSeeAllOrders,
  canSeeOrder,
  clientIdOf,
  isParty,
  mayWriteFor,
  type OrderReader,
  ownOrderRefusal,
  visibleOrder,
  writerIdOf,
} from "./domain/policy.ts";
export { orderEventHandlers } from "./event-handlers.ts";
export { isAttachedToOrder, orderFilePolicies } from "./file-policies.ts";
export { orderTimers, sweepForms, sweepOrders } from "./jobs.ts";
export { askPassage, decidePassage } from "./passages/decide-passage.ts";
export { noteFileNames, notePassages, passagesShownIn } from "./passages/note-passages.ts";
export { ownPassages, type PassageQueue, passageQueue } from "./passages/passages.ts";
export { orderData, orderIdsOfClient } from "./personal-data.ts";
export { lockPlacing } from "./placing/order-quota.ts";
export { payablePort, type SamePersonHints, type WriterDirectory, writerDirectory } from "./ports.ts";
export { allowedPartners, allowPartner, partnerOfOrder } from "./prepared/partner-files.ts";
export { openPrepared } from "./prepared/prepared-order.ts";
export {
  type AdminOrderRow,
  adminOrderList,
  adminOrderPages,
  customOrdersQueue,
  orderNeighbours,
  type QueuedRequest,
} from "./queries/admin-order-list.ts";
export {
  type AdminGroupCounts,
  type AdminNeed,
  adminCountMost,
  adminCounts,
  adminGroupCounts,
  adminToday,
  groupCountMost,
  type ToArrange,
} from "./queries/admin-today.ts";
export { type AtRisk, adminAtRisk, noDeadline, type OrderAtRisk } from "./queries/admin-watches.ts";
export { justPlaced, type OrderDraft, orderDraft } from "./queries/begun-order.ts";
export { type ClientCard, clientDashboard, clientTabs } from "./queries/client-dashboard.ts";
export type { DeliveryLine, HistoryRow, ShownEntry } from "./queries/history.ts";
export {
  historyToKeep,
  isSealedOrder,
  ownsOrder,
  sealedOrders,
  showsSealedWork,
  type WorkText,
  workText,
} from "./queries/history.ts";
export {
  type OrderToAssign,
  orderBrief,
  orderIdOf,
  orderIdsFound,
  orderNumbersOf,
  orderSnapshot,
  ordersToAssign,
  orderTitlesOf,
} from "./queries/order-brief.ts";
export { type AdminOrder, orderForAdmin } from "./queries/order-for-admin.ts";
export { type ClientOrder, orderForClient } from "./queries/order-for-client.ts";
export {
  isOverSince,
  orderForTalk,
  peopleOfOrders,
  type TalkOrder,
  type ThreadLine,
  threadLines,
} from "./queries/order-talk.ts";
export {
  clientSummary,
  clientsUnderAnother,
  countClientsWithOpenOrders,
  type OpenOfClient,
  openOfClients,
  openOrderNumbersOf,
  orderCountsOf,
  ordersPlacedFrom,
  paceOfClient,
  troubleOfClient,
} from "./queries/orders-of-clients.ts";
export {
  clientsOfOrders,
  endedOrders,
  frozenOrders,
  hasPaidTest,
  type MoneyOrder,
  ordersWithHeldPay,
  ordersWithMoney,
  payoutOrders,
  runningOrdersOf,
  unfrozenOrders,
} from "./queries/orders-with-money.ts";
export { orderPageValues } from "./queries/page-values.ts";
export { type GuidePrice, guidePrice, guidePrices, ordersToReprice } from "./queries/past-prices.ts";
export { type CancelPreview, previewCancel } from "./queries/preview-cancel.ts";
export {
  deliveredBy,
  deliveredIn,
  deliveriesByWeek,
  deliveriesOfWriter,
  nothingDone,
  orderServices,
  ratingFiguresOf,
  ratingOf,
  type WriterFigures,
  writerFiguresOf,
  writerLoads,
  writerTiesOf,
} from "./queries/work-figures.ts";
export { type ClaimableOrder, claimableOrders, offersOfWriter } from "./queries/writer-offers.ts";
export {
  orderForWriter,
  type WriterCard,
  type WriterOrder,
  writerDashboard,
} from "./queries/writer-orders.ts";
export { decideRequest, requestTimers, withdrawRequest } from "./screening/decide-request.ts";
export {
  openRequests,
  ownRequest,
  refusedRequest,
  type ScreenedQueue,
  screenedQueue,
} from "./screening/requests.ts";
export {
  reportFlashes,
  reportSteps,
  shownReports,
} from "./screens/originality-reports.server.ts";
export { type ShownRound, shownRounds } from "./screens/quote-rounds.server.ts";
export { approveRefund, heldRefundTimers, withdrawRefund } from "./second-admin/approve-refund.ts";
export type { HeldFor } from "./second-admin/held-refunds.ts";
export { type WaitingRefund, waitingRefunds } from "./second-admin/held-refunds.ts";
export {
  lifeSetting,
  orderLimitsSetting,
  quoteTextsSetting,
  refundAloneSetting,
  refundLimitSetting,
  rulesSetting,
} from "./settings.ts";
export { openOrdersOf } from "./steps/apply-step.ts";
export {
  lockOrderForPayment,
  type Payable,
  type PaymentNews,
  recordDiscount,
  recordPayment,
  recordRefundedElsewhere,
} from "./steps/record-payment.ts";
export { allOrdersTopic, orderTopics } from "./steps/save-order.ts";
export { dropTypedTexts, hiddenSecretUses, ordersWithTypedTexts, typedTextsOf } from "./storage/hidden-texts.ts";
export { fileIds } from "./storage/order-row.ts";
export { reportsOf } from "./storage/report-tables.ts";
