export { payDemoOrder, removeDemoPayments, seedDemoCodes } from "./attempts/demo.ts";
export { arrivedOfOrders } from "./charges/parts.ts";
export { mustRepeat, type SumToRepeat } from "./charges/repeat-sum.ts";
export { enterCode, removeCode } from "./codes/enter-code.ts";
export { codesOfClient } from "./codes/list-codes.ts";
export {
  askForAccountAgain,
  confirmRefundSent,
  retryRefund,
  returnHeld,
  returnReviewed,
} from "./commands/admin-refunds.ts";
export { bankAccount, changeBank } from "./commands/change-bank.ts";
export { confirmFreeOrder } from "./commands/confirm-free-order.ts";
export { giveTip } from "./commands/give-tip.ts";
export { type Checkout, type CheckoutStage, openCheckout } from "./commands/open-checkout.ts";
export { type ReturnResult, returnFromProvider } from "./commands/return-from-provider.ts";
export {
  actOnSandbox,
  type SandboxChoice,
  type SandboxControls,
  type SandboxPage,
  sandboxChoices,
  sandboxPage,
  sandboxPort,
} from "./commands/sandbox-page.ts";
export { startAttempt } from "./commands/start-attempt.ts";
export { paperOf } from "./documents/paper.ts";
export { paymentEventHandlers } from "./event-handlers.ts";
export { paymentFilePolicies } from "./file-policies.ts";
export { paymentGauges, paymentQueues } from "./gauges.ts";
export { paymentJobs, sweepProviderEvents } from "./jobs.ts";
export {
  type PayableWriter,
  type PayoutRunPage,
  type PayoutsOverview,
  type PayoutTotals,
  payableAmong,
  payoutRun,
  payoutsOverview,
} from "./payouts/admin-payouts.ts";
export { bankFile, exportBankFile } from "./payouts/bank-file.ts";
export { changePayoutMethod } from "./payouts/change-method.ts";
export { confirmPayout, confirmRun, failPayout, payoutTimers, takeBackSent } from "./payouts/end-payout.ts";
export { methodSecretUses, methodsOf } from "./payouts/method-store.ts";
export type { WriterPayout } from "./payouts/my-payouts.ts";
export { sharedAccounts } from "./payouts/shared-accounts.ts";
export { type LeftOut, startPayouts } from "./payouts/start-run.ts";
export { paymentData } from "./personal-data.ts";
export {
  type AskAllowance,
  type AttemptAnswer,
  type AttemptToPay,
  type EventSubject,
  type KeptEvent,
  methodsFor,
  type Opened,
  type OpenedAttempt,
  type PaymentProvider,
  type PaymentRef,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  paymentTargets,
  providersPort,
  type RefundAnswer,
  type RefundToSend,
  type VerifiedEvent,
} from "./ports.ts";
export { lastReportOf } from "./provider-events/event-rows.ts";
export { handlesEvents, receiveEvent, retryEvent } from "./provider-events/inbox.ts";
export { ledgerCsv, payoutsCsv, registerCsv } from "./queries/accounting-csv.ts";
export { attemptsOfOrder } from "./queries/attempts-of-order.ts";
export { type Differences, differences } from "./queries/differences.ts";
export { findCodes, findMoney } from "./queries/find-money.ts";
export { lastEvents } from "./queries/last-events.ts";
export { ledgerProblems, paidInAll } from "./queries/ledger-balances.ts";
export { ledgerOfOrder } from "./queries/ledger-of-order.ts";
export { moneyByWeek } from "./queries/money-by-week.ts";
export { type MoneyForOrder, moneyForOrder } from "./queries/money-for-order.ts";
export { moneyCountMost, moneyPages } from "./queries/money-lists.ts";
export { moneyNow, writerPayInTheEnd } from "./queries/money-now.ts";
export { moneyOfClient } from "./queries/money-of-client.ts";
export { type MoneyReports, moneyReports } from "./queries/money-reports.ts";
export {
  type LedgerLine,
  ledgerList,
  type ReceivedRow,
  type RefundLine,
  receivedList,
  refundList,
} from "./queries/money-tabs.ts";
export { type MoneyToDo, moneySums, moneyToDo } from "./queries/money-to-do.ts";
export { type MoneyToReview, moneyToReview } from "./queries/money-to-review.ts";
export { type MyPay, myPay } from "./queries/my-pay.ts";
export { receiptFor } from "./queries/receipt-for.ts";
export { type ReceiptPage, receiptPage } from "./queries/receipt-page.ts";
export { receivedByDay } from "./queries/received-by-day.ts";
export { refundsToSend } from "./queries/refunds-to-send.ts";
export { payerSecretUse, sharedPayers } from "./queries/shared-payers.ts";
export {
  type EarningsLine,
  myEarnings,
  myStatement,
  openEarningsOf,
  writerSumsOf,
} from "./queries/writer-earnings.ts";
export { myMovements, type WriterMovement } from "./queries/writer-movements.ts";
export { compareNow } from "./reconciling/compare-books.ts";
export {
  bankSetting,
  payoutSetting,
  repeatFromSetting,
  secondAdminSetting,
  shareSetting,
  shortfallSetting,
  taxSetting,
} from "./settings.ts";
export { acceptShortfall } from "./transfer/accept-shortfall.ts";
export { announceTransfer } from "./transfer/announce.ts";
export { confirmEntered, confirmTransfer, dropEntered } from "./transfer/enter-transfer.ts";
export { transferProvider } from "./transfer/provider.ts";
export { accountAsked, refundAccountSecretUse, setRefundAccount } from "./transfer/refund-account.ts";
export { type TransferPage, transferPage } from "./transfer/transfer-page.ts";
export { transfersOfOrder } from "./transfer/transfers-of-order.ts";
