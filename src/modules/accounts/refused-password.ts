import type { House } from "#src/platform/house.ts";
import { passwordProblem } from "./domain/password.ts";

/** Why a password is refused for this person on this site, in words, or null. */
export const refusedPassword = (
  house: Pick<House, "config">,
  password: string,
  person: { name: string; email: string },
): string | null =>
  passwordProblem(password, { ...person, siteNames: ["Paperwright", ...house.config.baseUrl.hostname.split(".")] });
