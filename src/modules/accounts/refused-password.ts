import type { House } from "#src/platform/house.ts";
import { passwordProblem } from "./domain/password.ts";

/** Why a password is refused for this person on this site, in words, or null. `least`: characters. */
export const refusedPassword = (
  house: Pick<House, "config">,
  password: string,
  { name, email }: { name: string; email: string },
  least?: number,
): string | null =>
  passwordProblem(
    password,
    { name, email, siteNames: ["Paperwright", ...house.config.baseUrl.hostname.split(".")] },
    least,
  );
