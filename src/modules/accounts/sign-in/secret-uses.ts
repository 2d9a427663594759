import { eq, isNull } from "drizzle-orm";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { endedUse, type SecretUse, sealedColumn } from "#src/platform/secret-rotation.ts";
import { addAppToken } from "../factors/commands/app-and-backup-codes.ts";
import { backupCodesEndedMail } from "../mails/ways-to-sign-in.ts";
import { backupCodes, oauthAttempts, people, totps, verificationTokens } from "../tables.ts";

/** What accounts seal or hash with keys of the installation's secret, and what another secret does to each. */
export const accountSecretUses: readonly SecretUse[] = [
  sealedColumn({
    purpose: "one-time codes",
    what: "authenticator apps",
    id: totps.personId,
    text: totps.secret,
    about: (personId) => personId,
  }),
  sealedColumn({
    purpose: "apple id tokens",
    what: "id tokens of Apple",
    id: people.id,
    text: people.appleIdToken,
    about: (personId) => personId,
  }),
  endedUse({
    purpose: "oauth attempts",
    what: "sign-ins that are under way",
    end: async ({ tx }) => {
      await tx.delete(verificationTokens).where(eq(verificationTokens.kind, addAppToken.kind));
      return (await tx.delete(oauthAttempts).returning({ id: oauthAttempts.id })).length;
    },
  }),
  endedUse({
    purpose: "backup codes",
    what: "backup codes; their owners get an e-mail",
    end: async ({ tx, now }) => {
      const owners = await tx
        .selectDistinct({ email: people.email })
        .from(backupCodes)
        .innerJoin(people, eq(people.id, backupCodes.personId))
        .where(isNull(backupCodes.usedAt));
      for (const { email } of owners) await queueMail(tx, backupCodesEndedMail(email), now);
      return (await tx.delete(backupCodes).returning({ id: backupCodes.id })).length;
    },
  }),
];
