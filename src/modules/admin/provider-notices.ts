import type { Config } from "#src/config.ts";
import { providerEndpoints } from "#src/modules/accounts/index.server.ts";
import type { AdminNotice } from "./admin-notice.ts";

/** Sign-in that goes to another address than Google's or Apple's own: fine for a trial, and never unseen. */
export const providerNotices = (config: Config): AdminNotice[] =>
  providerEndpoints(config)
    .filter(({ own }) => own)
    .map(({ provider, name, address }) => ({
      key: `provider-${provider}`,
      tone: "warn",
      title: `Sign-in with ${name} goes to ${address}.`,
      text: `The owner of that address decides who is signed in here. Remove ${name.toUpperCase()}_ISSUER when the trial is over.`,
    }));
