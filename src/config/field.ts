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
