export { type CheckedTable, checkPricingTable } from "./domain/check-table.ts";
export { type DeadlineInput, parseInstant, readDeadline } from "./domain/deadline-input.ts";
export {
  type DeadlineStep,
  deadlineSteps,
  type LaterDeadline,
  laterDeadline,
  laterDeadlineWords,
  stepDeadline,
} from "./domain/deadline-steps.ts";
export { defaultMinimumLeadHours, defaultPricingTable } from "./domain/default-table.ts";
export { type FromPrices, fromPrices } from "./domain/from-prices.ts";
export { type InputMode, type InputReader, inputReader, type RawInput } from "./domain/input-reader.ts";
export {
  type Difficulty,
  difficulties,
  fieldsOf,
  isService,
  type OrderType,
  orderTypes,
  type ProjectSize,
  projectSizes,
  type QuoteField,
  quoteFields,
  type Service,
  type Spacing,
  services,
  spacings,
  WORDS_PER_PAGE,
} from "./domain/names.ts";
export { type Priced, type PriceNote, price } from "./domain/price.ts";
export {
  ENGINE_VERSION,
  isExpired,
  lockEnd,
  makeQuote,
  QUOTE_VALID_FOR,
  type Quote,
  type QuoteAnswer,
  quoteAnswer,
} from "./domain/quote.ts";
export {
  type InputRules,
  PAGES,
  pickQuoteFields,
  type QuoteInput,
  type ReadInput,
  readQuoteInput,
  SOURCES,
  toRawInput,
} from "./domain/quote-input.ts";
export { refuseDeadline } from "./domain/refuse-deadline.ts";
export type { LineCode, PriceLine } from "./domain/slip.ts";
export {
  amountNamed,
  type DeadlineTable,
  deadlinesOf,
  type Named,
  namesOf,
  type PricingTable,
  subjectsOf,
} from "./domain/tables.ts";
