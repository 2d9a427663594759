import { accountData } from "#src/modules/accounts/index.server.ts";
import { adminData } from "#src/modules/admin/index.server.ts";
import { chatData } from "#src/modules/chat/index.server.ts";
import { checkData } from "#src/modules/checker/index.server.ts";
import { fileData } from "#src/modules/files/index.server.ts";
import { noticeData } from "#src/modules/notifications/index.server.ts";
import { orderData } from "#src/modules/orders/index.server.ts";
import { paymentData } from "#src/modules/payments/index.server.ts";
import { quoteData } from "#src/modules/pricing/index.server.ts";
import { writerData } from "#src/modules/writing/index.server.ts";
import type { Database } from "#src/platform/database/database.ts";
import { mailData } from "#src/platform/mail/mail-records.ts";
import type { DataOwner, PersonalData } from "#src/platform/personal-data.ts";
import type { Work } from "#src/platform/work.ts";
import type { Viewer } from "#src/shared/viewer.ts";

/** Everybody who holds something about a person, in the order in which locks are taken (platform/database/README.md). The account is deleted last: others look it up by its address. */
export const dataInventory: readonly PersonalData[] = [
  quoteData,
  orderData,
  writerData,
  paymentData,
  checkData,
  chatData,
  fileData,
  mailData,
  noticeData,
  adminData,
  accountData,
];

/** Deletes a person's data, module by module, in the caller's transaction. */
export async function forgetPerson(work: Work, owner: DataOwner): Promise<void> {
  for (const { forget } of dataInventory) await forget(work, owner);
}

/** What must end before this account can go, a sentence each, in words that this viewer may read. */
export async function reasonsToKeep(db: Database, owner: DataOwner, viewer: Viewer): Promise<string[]> {
  const all = await Promise.all(dataInventory.map((one) => one.keeps?.(db, owner, viewer) ?? []));
  return all.flat();
}
