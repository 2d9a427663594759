export { payDemoOrder, removeDemoPayments, seedDemoCodes } from "./attempts/demo.ts";
export { arrivedOfOrders } from "./charges/parts.ts";
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
export {
  type Checkout,
  type CheckoutStage,
  confirmFreeOrder,
  giveTip,
  openCheckout,
} from "./commands/open-checkout.ts";
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
export { methodSecretUses, payoutMethodOf } from "./payouts/method-store.ts";
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
export { findCodes, findMoney } from "./queries/find-money.ts";
export { ledgerProblems, paidInAll } from "./queries/ledger-balances.ts";
export { moneyByWeek, receivedByDay } from "./queries/money-by-week.ts";
export {
  attemptsOfOrder,
  ledgerOfOrder,
  type MoneyForOrder,
  moneyForOrder,
  moneyNow,
  writerPayInTheEnd,
} from "./queries/money-for-order.ts";
export { moneyCountMost, moneyPages } from "./queries/money-lists.ts";
export { moneyOfClient } from "./queries/money-of-client.ts";
export { type Differences, differences, lastEvents, type MoneyReports, moneyReports } from "./queries/money-reports.ts";
export {
  type LedgerLine,
  ledgerList,
  type ReceivedRow,
  type RefundLine,
  receivedList,
  refundList,
} from "./queries/money-tabs.ts";
export {
  type MoneyToDo,
  type MoneyToReview,
  moneySums,
  moneyToDo,
  moneyToReview,
  refundsToSend,
} from "./queries/money-to-review.ts";
export { type ReceiptPage, receiptFor, receiptPage } from "./queries/receipt-page.ts";
export { payerSecretUse, sharedAccounts, sharedPayers } from "./queries/shared-accounts.ts";
export {
  type EarningsLine,
  myEarnings,
  myStatement,
  openEarningsOf,
  writerSumsOf,
} from "./queries/writer-earnings.ts";
export type { WriterPayout } from "./queries/writer-money.ts";
export { type MyPay, myMovements, myPay, type WriterMovement } from "./queries/writer-money.ts";
export { compareNow } from "./reconciling/reconcile.ts";
export {
  bankSetting,
  mustRepeat,
  payoutSetting,
  repeatFromSetting,
  type SumToRepeat,
  secondAdminSetting,
  shareSetting,
  shortfallSetting,
  taxSetting,
} from "./settings.ts";
export { acceptShortfall, confirmEntered, confirmTransfer, dropEntered } from "./transfer/enter-transfer.ts";
export { transferProvider } from "./transfer/provider.ts";
export { accountAsked, refundAccountSecretUse, setRefundAccount } from "./transfer/refund-account.ts";
export {
  announceTransfer,
  paymentFilePolicies,
  type TransferPage,
  transferPage,
  transfersOfOrder,
} from "./transfer/transfers.ts";
