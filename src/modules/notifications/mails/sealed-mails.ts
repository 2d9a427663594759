import { addressesOf } from "#src/modules/accounts/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { sealedIds, sealedText, type Viewer } from "#src/shared/viewer.ts";

type Addressed = { to: string; subject: string };

/** Hides the address and the subject of e-mails to people whose data is sealed for this viewer. */
export async function sealedMails(db: Database, viewer: Viewer): Promise<<M extends Addressed>(mail: M) => M> {
  const addresses = await addressesOf(db, sealedIds(viewer, "contact"));
  return (mail) => (addresses.has(mail.to.toLowerCase()) ? { ...mail, to: sealedText, subject: sealedText } : mail);
}
