import { and, isNotNull, isNull, lt, or } from "drizzle-orm";
import { agedRows, retentionJob } from "#src/platform/retention.ts";
import { counted } from "#src/shared/counted.ts";
import { dayMs } from "#src/shared/units.ts";
import { longestSession } from "./domain/lifetimes.ts";
import { impersonations } from "./impersonation/impersonation-tables.ts";
import { seals } from "./protection/seal-tables.ts";
import { emailChanges, failedSignIns, oauthAttempts, sessions, verificationTokens } from "./tables.ts";

const doneDays = 30;
const doneAgo = (before: Date) => new Date(before.getTime() - doneDays * dayMs);

/** Sessions, links and attempts that have ended, and reports of threats that are long over. */
export const sweepAccounts = retentionJob("sweep-accounts", "43 * * * *", [
  agedRows({
    key: "accounts.sessions",
    holds: "Sessions: browser, network address, times",
    why: "Keeps somebody signed in, and lets the person end it.",
    shown: "Sessions: browser and network address",
    says: `until they end, at most ${counted(longestSession / dayMs, "day")} after the sign-in`,
    ...{ table: sessions, days: 0, past: (before) => lt(sessions.expiresAt, before) },
  }),
  agedRows({
    key: "accounts.links",
    holds: "Links and codes that were sent by e-mail, as hashes",
    why: "Proves that somebody reads an address.",
    says: "until they end, minutes to days",
    ...{ table: verificationTokens, days: 0, past: (before) => lt(verificationTokens.expiresAt, before) },
  }),
  agedRows({
    key: "accounts.provider-sign-ins",
    holds: "Sign-ins by Google and Apple that were begun",
    why: "Ties the answer of the provider to the browser that asked.",
    says: "until they end, minutes",
    ...{ table: oauthAttempts, days: 0, past: (before) => lt(oauthAttempts.expiresAt, before) },
  }),
  agedRows({
    key: "accounts.email-changes",
    holds: "Changes of an e-mail address: the old one and the new one",
    why: "The owner of the old address can take the change back.",
    shown: "The old address after a change of e-mail",
    says: `${counted(doneDays, "day")} after the change; without one until the links end`,
    ...{ table: emailChanges, days: 0 },
    past: (before) =>
      or(
        and(isNull(emailChanges.doneAt), lt(emailChanges.expiresAt, before)),
        lt(emailChanges.doneAt, doneAgo(before)),
      ),
  }),
  agedRows({
    key: "accounts.failed-sign-ins",
    holds: "Counts of wrong passwords, by keyed hash of the address",
    why: "Slows down who guesses passwords.",
    shown: "Counts of wrong passwords",
    ...{ table: failedSignIns, days: 60, past: (before) => lt(failedSignIns.lastAt, before) },
  }),
  agedRows({
    key: "accounts.seen-as",
    holds: "Records of admins who looked at the shop as somebody, with the reason",
    why: "The person can see who did it. The audit keeps that it happened.",
    shown: "Records of admins who looked at the shop as you",
    ...{ table: impersonations, days: 365, past: (before) => lt(impersonations.endsAt, before) },
  }),
  agedRows({
    key: "accounts.threat-reports",
    holds: "Reports of threats that the person has ended: what was written, who opened which data",
    why: "The person can show later what was reported, and who read it.",
    shown: "Reports of threats, after you ended them",
    ...{ table: seals, days: "reportDays" },
    past: (before) => and(isNotNull(seals.liftedAt), lt(seals.liftedAt, before)),
  }),
]);
