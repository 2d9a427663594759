export { deadlinePrices } from "./domain/deadline-days.ts";
export {
  type DeadlineStep,
  deadlineSteps,
  laterDeadline,
  laterDeadlineMessage,
  stepDeadline,
} from "./domain/deadline-steps.ts";
export { type FromPrices, fromPrices } from "./domain/from-prices.ts";
export { type InputMode, type InputReader, inputReader } from "./domain/input-reader.ts";
export {
  difficulties,
  fieldsOf,
  isService,
  orderTypes,
  projectSizes,
  type QuoteField,
  quoteFields,
  type Service,
  services,
  spacings,
  WORDS_PER_PAGE,
} from "./domain/names.ts";
export { canEditPrices } from "./domain/policy.ts";
export {
  lockEnd,
  longestQuoteId,
  makeQuote,
  type Quote,
  type QuoteAnswer,
  quoteNumber,
} from "./domain/quote.ts";
export {
  type InputRules,
  PAGES,
  pickQuoteFields,
  type QuoteInput,
  quoteBody,
  readQuoteInput,
  SOURCES,
  toRawInput,
} from "./domain/quote-input.ts";
export { type DeadlineInput, deadlineRefusal, readDeadline } from "./domain/read-deadline.ts";
export {
  allSubjects,
  deadlinesOf,
  type Named,
  namesOf,
  type PricingTable,
  subjectsOf,
} from "./domain/tables.ts";
export type { PriceLine } from "./domain/work-steps.ts";
