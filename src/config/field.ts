import { z } from "zod";

const httpAddress = "must be an address that begins with http:// or https://";

/** Kinds of values of variables; what is refused is said in the words of an operator, never of the library. */
export const onOff = z.enum(["on", "off"], { error: "must be on or off" });
export const webAddress = z.url({ protocol: /^https?$/, hostname: /./, error: httpAddress });
export const bucketName = z
  .string()
  .regex(/^[^/\s]{3,63}$/, "must be the name of a bucket: 3 to 63 characters, no spaces");

/** A number from `least` to `most`, without a part where it counts something. */
export const numberFrom = (least: number, most: number, whole = false) => {
  const error = `must be a ${whole ? "whole number" : "number"} from ${least} to ${most}`;
  const inside = z.coerce.number({ error }).min(least, error).max(most, error);
  return whole ? inside.int(error) : inside;
};

/** An environment variable as docs/configuration.md says it; `standard`: what holds while it is unset, in words. */
export type ConfigField = { env: string; meaning: string; standard: string; kind: "public" | "secret" };

/** A variable that may stand in logs and pages of admins. */
export const open = (env: string, meaning: string, standard = ""): ConfigField => ({
  env,
  meaning,
  standard,
  kind: "public",
});

/** A variable that must never be shown. */
export const secret = (env: string, meaning: string, standard = ""): ConfigField => ({
  ...open(env, meaning, standard),
  kind: "secret",
});
