import type { Runtime } from "#src/platform/runtime.ts";
import { demoPassword } from "../domain/demo-accounts.ts";
import { coreOf, normalised, passwordProblem, problems, repeatedUnit, shortest } from "../domain/password.ts";

/** Leaked and often used passwords of four characters and more; 400 kB, read on first use, and on the server alone. */
const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(
    dictionary["passwords-common"].map((one) => one.toLowerCase()).filter((one) => [...one].length >= shortestListed),
  );
};
const shortestListed = 4;
let list: Promise<ReadonlySet<string>> | undefined;

const withoutDigits = (core: string): string => core.replace(/^\p{N}+|\p{N}+$/gu, "");

/** What a password is made of where somebody only made it longer: by saying it again, or by digits around it. */
const unpadded = (password: string): string[] => {
  const core = coreOf(password);
  const unit = repeatedUnit(core);
  return [core, unit, withoutDigits(core), withoutDigits(unit), repeatedUnit(withoutDigits(core))];
};

/** A listed password as it stands; of 15 characters and more also one that is repeated or has digits around it. */
async function isListed(password: string): Promise<boolean> {
  list ??= readList();
  const known = await list;
  const typed = normalised(password).toLowerCase();
  return known.has(typed) || ([...typed].length >= shortest && unpadded(typed).some((core) => known.has(core)));
}

type Site = Pick<Runtime, "config" | "mode">;

/** Why a password is refused for this person on this site, in words, or null. `least`: characters. */
export async function refusedPassword(
  { config, mode }: Site,
  password: string,
  { name, email }: { name: string; email: string },
  least?: number,
): Promise<string | null> {
  const siteNames = ["Paperwright", ...config.baseUrl.hostname.split(".")];
  const problem = passwordProblem(password, { name, email, siteNames }, least);
  if (problem) return problem;
  const isPublished = mode !== "demo" && coreOf(password) === coreOf(demoPassword);
  return isPublished || (await isListed(password)) ? problems.common : null;
}
