import { eq } from "drizzle-orm";
import { z } from "zod";
import { command } from "#src/platform/command.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { mustBeFresh } from "#src/platform/work.ts";
import { done, notFound, refuse } from "#src/shared/outcome.ts";
import { type Provider, providerName } from "../../domain/providers.ts";
import { providerUnlinkedMail } from "../../mails/providers.ts";
import { loadPerson } from "../../own-account/people-store.ts";
import { passkeys } from "../../tables.ts";
import { otherSignIns, removeProvider } from "../links.ts";

/** Takes Google or Apple away from the own account, after a fresh sign-in; never the last way in. Mails the owner. */
export const unlinkProvider = command<{ provider: Provider }, null>("accounts.unlink-provider", {
  input: z.object({ provider: z.enum(["google", "apple"]) }),
  run: async (work, { provider }) => {
    if (work.viewer.kind !== "person") return refuse("signed-out", "Sign in to change how you sign in.");
    const stale = mustBeFresh(work);
    if (stale) return stale;
    const person = await loadPerson(work, work.viewer.id);
    const others = await otherSignIns(work.tx, person.id, provider);
    const keys = await work.tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.personId, person.id));
    const name = providerName[provider];
    if (others + keys.length === 0)
      return refuse("conflict", `${name} is your only way in. Set a password or add a passkey first.`);
    if (!(await removeProvider(work, person.id, provider))) return notFound();
    await queueMail(work.tx, providerUnlinkedMail(person.email, name), work.now);
    work.audit({ action: "account.provider-removed", subject: person.id, detail: { provider } });
    return done(null);
  },
});
