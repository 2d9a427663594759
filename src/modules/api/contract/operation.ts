import type { z } from "zod";
import type { Scope } from "#src/shared/viewer.ts";

/** A schema with the name that it has in the document, and one of its values. */
export type Wire = { readonly name: string; readonly schema: z.ZodType; readonly example: unknown };

type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly schema: z.ZodType;
  readonly description: string;
  readonly required: boolean;
};

/** One described address: what it takes, what it answers, and how it refuses. */
export type Operation = {
  /** Its name in generated clients. */
  readonly id: string;
  readonly method: "get" | "post";
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** What a key must be made for: one of these. */
  readonly scopes: readonly Scope[];
  /** Answers who shows neither key nor session. */
  readonly open: boolean;
  /** Answers who is signed in in a browser. */
  readonly session: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Wire | null;
  /** Null: the bytes of a file. */
  readonly answer: Wire | null;
  /** An answer can be kept and asked for again by its ETag. */
  readonly kept: boolean;
  /** Statuses of refusals. What every address may answer (500, 503) stands in the document once for all. */
  readonly refusals: readonly Refused[];
};

/** What each refusal means, by its HTTP status. */
export const refusedBecause = {
  400: "The body is not valid JSON.",
  401: "The key is unknown, expired or revoked, or there is none where one is needed.",
  403: "The key is not made for this, or a browser sent it from another site.",
  404: "There is nothing here that you can see.",
  409: "It contradicts what is there: title says what.",
  413: "The body is too large.",
  415: "The body is not application/json.",
  422: "Some fields are wrong; errors names each of them.",
  429: "Too many requests. Retry-After says how many seconds to wait.",
} as const;
export type Refused = keyof typeof refusedBecause;
