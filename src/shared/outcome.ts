/** One wrong field of an input: `path` is the field's name as the sender wrote it (dots for nesting). */
export type FieldError = { path: string; message: string; allowed?: readonly string[] };

/** Why an expected request was not carried out. Exceptions are for bugs; refusals are values. */
export type RefusalCode =
  | "invalid"
  | "signed-out"
  | "forbidden"
  | "step-up"
  | "not-found"
  | "conflict"
  | "price-changed"
  | "expired"
  | "too-large"
  | "too-many"
  | "locked"
  | "no-room"
  | "unavailable";

export type Refusal = {
  ok: false;
  code: RefusalCode;
  /** A sentence a person can act on. */
  message: string;
  fields?: readonly FieldError[];
  /** Facts that a screen needs to offer a way on, for example the new total. */
  data?: Readonly<Record<string, unknown>>;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
};

/** A form that was refused, as its page shows it again. */
export type RefusedForm = {
  /** The first message of each wrong field, by the field's name. */
  errors: Record<string, string>;
  /** About the whole form, where no field is named. */
  message?: string;
  /** What was typed; never a password. */
  values: Record<string, string>;
  /** The sign-in is not fresh any more: confirming it is enough. */
  stepUp?: boolean;
  /** The sum that the same form books when it is sent once more: "Refund $0.50 of $92.40". */
  repeat?: string;
};

export type Done<T> = { ok: true; value: T };
export type Outcome<T> = Done<T> | Refusal;

export const done = <T>(value: T): Done<T> => ({ ok: true, value });

export const refuse = (
  code: RefusalCode,
  message: string,
  more: Omit<Partial<Refusal>, "ok" | "code" | "message"> = {},
): Refusal => ({
  ok: false,
  code,
  message,
  ...more,
});

export const invalid = (fields: readonly FieldError[], message = "Some answers need a second look."): Refusal =>
  refuse("invalid", message, { fields });

/** The same words for a foreign id and for one that never existed. */
export const notFound = (): Refusal => refuse("not-found", "There is nothing here that you can see.");

/** For what a session must prove anew that it is the person. */
export const stepUp = (): Refusal => refuse("step-up", "Confirm that it is you first. Nothing was changed.");

/** HTTP status of each refusal (RFC 9110, RFC 9457). */
export const refusalStatus = {
  invalid: 422,
  "signed-out": 401,
  forbidden: 403,
  "step-up": 403,
  "not-found": 404,
  conflict: 409,
  "price-changed": 409,
  expired: 410,
  "too-large": 413,
  "too-many": 429,
  /** Somebody else has it for a moment, and no room for what is sent (RFC 4918). */
  locked: 423,
  "no-room": 507,
  unavailable: 503,
} as const satisfies Record<RefusalCode, number>;
