import { z } from "zod";
import type { TokenKind } from "./verification-tokens.ts";

const pending = z.object({
  name: z.string(),
  email: z.string(),
  timeZone: z.string().optional(),
  next: z.string().optional(),
  hash: z.string(),
});
export type Pending = z.infer<typeof pending>;

/** A registration that waits for its mail: the account is made when the link is used, not before. */
export const pendingToken: TokenKind<Pending> = { kind: "register", minutes: 24 * 60, carries: pending };

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
