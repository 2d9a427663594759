import { z } from "zod";
import { dayMinutes } from "#src/shared/units.ts";
import { providers } from "../domain/providers.ts";
import { shownFields } from "./accepted-texts.ts";
import type { TokenKind } from "./verification-tokens.ts";

const pending = z.object({
  name: z.string(),
  email: z.string(),
  timeZone: z.string().optional(),
  next: z.string().optional(),
  hash: z.string(),
  ...shownFields,
  /** When the form was sent: that is when its texts were accepted. */
  termsAcceptedAt: z.coerce.date().optional(),
});
export type Pending = z.infer<typeof pending>;

/** A registration that waits for its mail: the account is made when the link is used, not before. */
export const pendingToken: TokenKind<Pending> = { kind: "register", minutes: dayMinutes, carries: pending };

const reset = z.object({ personId: z.string(), seal: z.string() });

/** A link to choose a password; `seal` binds it to the password of the moment it was made. */
export const resetToken: TokenKind<z.infer<typeof reset>> = { kind: "reset", minutes: 30, carries: reset };

const step = z.object({
  personId: z.string(),
  method: z.enum(["password", "google", "apple", "link"]),
  short: z.boolean(),
});

/** A sign-in whose first step was right; its token lives in the browser's cookie alone. */
export const stepToken: TokenKind<z.infer<typeof step>> = { kind: "second-step", minutes: 10, carries: step };

const start = z.object({ email: z.string(), next: z.string().optional() });
/** Somebody whom a provider vouched for while the address was not proven yet: connected when it is. */
export const vouched = z.object({ provider: z.enum(providers), sub: z.string(), name: z.string() });
export type Vouched = z.infer<typeof vouched>;

const waiting = start.extend({
  vouched: vouched.optional(),
  nonce: z.string(),
  hash: z.string(),
  shown: z.string().optional(),
});

/** A browser that waits for the code of a letter; its token lives in that browser's cookie alone. `shown`: demo mode. */
export const startToken: TokenKind<z.infer<typeof waiting>> = { kind: "start", minutes: 10, carries: waiting };

/** The link of the same letter. */
export const startLinkToken: TokenKind<z.infer<typeof start>> = { kind: "start-link", minutes: 10, carries: start };

const proven = start.extend({ vouched: vouched.optional() });

/** An address that a letter proved and that has no account yet; in the browser's cookie. */
export const startNewToken: TokenKind<z.infer<typeof proven>> = { kind: "start-new", minutes: 30, carries: proven };
