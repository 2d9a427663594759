export { askFor, type QuoteLine, type QuoteOffer, quoteBounds } from "./domain/action-params.ts";
export type { EntryDetail, Field as FormField, FormFacts } from "./domain/actions/row.ts";
export { askedNames, type BriefView, briefFileColumns, briefRows } from "./domain/brief-fields.ts";
export { briefError } from "./domain/brief-rules.ts";
export { calendarFile } from "./domain/calendar-file.ts";
export { suggestedChecklist } from "./domain/checklist.ts";
export { choiceLabel } from "./domain/choice-label.ts";
export * from "./domain/counted-work.ts";
export * from "./domain/deadlines.ts";
export * from "./domain/decide.ts";
export * from "./domain/discount.ts";
export type { DisputeStep } from "./domain/dispute.ts";
export { disputeTimes, pendingDecision } from "./domain/dispute.ts";
export type { AnyOrderEventName, PassageEventName, RequestEventName } from "./domain/entries-and-events.ts";
export { type EntryName, historyEntry, isEntryName } from "./domain/entries-and-events.ts";
export {
  doneMessage,
  fieldLabels,
  leavesPage,
  pageForm,
  type ShownField,
  type ShownForm,
  shownForms,
  takesEvidence,
} from "./domain/forms.ts";
export * from "./domain/handover.ts";
export { type LadderBar, ladderBars } from "./domain/ladder-bars.ts";
export * from "./domain/life-timers.ts";
export * from "./domain/lifecycle.ts";
export * from "./domain/next-texts.ts";
export { changeDifference, changeDueCents } from "./domain/order-change.ts";
export * from "./domain/order-facts.ts";
export { type DisputeDecision, readDispute, type Side, type StoredDispute } from "./domain/order-facts.ts";
export * from "./domain/order-rules.ts";
export * from "./domain/order-rules.ts";
export { actorAs, canSeeAllOrders, clientIdOf, talkSideOf, writerIdOf } from "./domain/policy.ts";
export { trustFacts } from "./domain/promised-texts.ts";
export type { QuoteChange, QuoteRound } from "./domain/quote-rounds.ts";
export { mostRatingText, type Rating, ratingText, starLabels, stars } from "./domain/rating.ts";
export * from "./domain/refund-ladder.ts";
export * from "./domain/states.ts";
export { openOrderGroups } from "./domain/states.ts";
export * from "./domain/status-labels.ts";
export { givenBack, type MoneyEffect, paidLeft, refundByDecision } from "./domain/step-money.ts";
export { type ChangedPart, fitsPdf, type ReadingPart, readingParts, textChanges } from "./domain/text-changes.ts";
export * from "./domain/timeline.ts";
export { writerTimeline } from "./domain/timeline.ts";
export { clockLine, spokenLeft, spokenTime } from "./domain/writer-clock.ts";
