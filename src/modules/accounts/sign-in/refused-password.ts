import type { Runtime } from "#src/platform/runtime.ts";
import { passwordProblem } from "../domain/password.ts";

/** Why a password is refused for this person on this site, in words, or null. `least`: characters. */
export const refusedPassword = (
  runtime: Pick<Runtime, "config">,
  password: string,
  { name, email }: { name: string; email: string },
  least?: number,
): string | null =>
  passwordProblem(
    password,
    { name, email, siteNames: ["Paperwright", ...runtime.config.baseUrl.hostname.split(".")] },
    least,
  );
