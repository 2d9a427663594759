import type { FieldError } from "#src/shared/outcome.ts";
import { readCount } from "#src/shared/typed-values.ts";

/** `json`: typed values as a program sends them. `form`: everything is text, and empty text means "not answered". */
export type InputMode = "json" | "form";

/** A sender's fields by name. Only own fields count. */
export type RawInput = Readonly<Record<string, unknown>>;

const LONGEST_TEXT = 10_000;

export type InputReader = {
  readonly errors: FieldError[];
  fail(path: string, message: string, allowed?: readonly string[]): void;
  /** True when the field was answered, rightly or wrongly. */
  has(path: string): boolean;
  /** The text of a field; undefined when it was not answered or is wrong (then reported). */
  text(path: string): string | undefined;
  /** A text that must be there. */
  required(path: string): string;
  /** One of `allowed`, exactly as spelled. */
  choice<T extends string>(path: string, allowed: readonly T[], fallback?: T): T | undefined;
  /** A whole number inside the bounds. */
  count(path: string, least: number, most: number, fallback?: number): number;
};

/** Said where a field was not answered. */
export const MISSING = "This answer is missing.";

/** Reads fields of `raw` one by one and collects one error for each wrong field. */
export const inputReader = (raw: RawInput, mode: InputMode): InputReader => {
  const errors: FieldError[] = [];
  const fail: InputReader["fail"] = (path, message, allowed) =>
    void errors.push(allowed ? { path, message, allowed } : { path, message });

  const given = (path: string): unknown => {
    const value = Object.hasOwn(raw, path) ? raw[path] : undefined;
    if (mode === "json" || typeof value !== "string") return value;
    return value.trim() === "" ? undefined : value.trim();
  };

  const has = (path: string): boolean => given(path) !== undefined;

  const text: InputReader["text"] = (path) => {
    const value = given(path);
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) fail(path, "Write this as text.");
    else if (value.length > LONGEST_TEXT) fail(path, "Write at most 10,000 characters.");
    else return value;
    return undefined;
  };

  const required: InputReader["required"] = (path) => {
    const before = errors.length;
    const value = text(path) ?? "";
    if (value.trim() === "" && errors.length === before) fail(path, MISSING);
    return value;
  };

  const choice: InputReader["choice"] = (path, allowed, fallback) => {
    const before = errors.length;
    const value = text(path);
    if (errors.length > before) return undefined;
    if (value === undefined && fallback !== undefined) return fallback;
    const found = allowed.find((name) => name === value);
    if (found === undefined) fail(path, value === undefined ? MISSING : "This is not one of the choices.", allowed);
    return found;
  };

  const count: InputReader["count"] = (path, least, most, fallback) => {
    const value = given(path);
    if (value === undefined && fallback !== undefined) return fallback;
    const typed = mode === "form" && typeof value === "string" ? readCount(value) : null;
    const number = typed?.ok ? typed.value : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= least && number <= most) return number;
    fail(path, value === undefined ? MISSING : `Write a whole number from ${least} to ${most}.`);
    return least;
  };

  return { errors, fail, has, text, required, choice, count };
};
