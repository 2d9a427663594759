import { findPeople } from "#src/modules/accounts/index.server.ts";
import { isLegal, type LegalName, legalFields, legalText } from "#src/modules/operator/index.server.ts";
import { clientsUnderAnother } from "#src/modules/orders/index.server.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { defineMail } from "#src/platform/mail/mail-text.ts";
import { openSettings } from "#src/platform/settings.ts";
import { setTimer, type TimerKind } from "#src/platform/timers.ts";
import type { Work } from "#src/platform/work.ts";

const kind = "admin.tell-clients";

/** E-mails that are written in one transaction. */
const batch = 200;

const changedText = defineMail({
  id: "legal.changed",
  to: "client",
  name: "A new version of a legal text",
  when: "when you publish terms, privacy policy or promise and choose to tell the clients with open orders",
  subject: "{{text}}: there is a new version",
  text: `
# There is a new version

We published version {{version}} of this text: {{text}}.

It counts for what you order from now on. The orders that you have placed keep the version that you accepted. You do not have to do anything.

{{button}}`,
  values: { text: "Terms of service", version: "2026-12-1" },
  required: ["text"],
  example: { button: { label: "Read the new version", path: "/terms" } },
});

type Batch = { name: LegalName; after: string };

const askedAt = ({ name, after }: Batch): string => `${name}/${after}`;

/** Clients with open orders get an e-mail about the text that is published in this transaction, after it. */
export async function tellClients(work: Work, name: LegalName): Promise<void> {
  await setTimer(work, { kind, subject: askedAt({ name, after: "" }), due: work.now });
  work.audit({ action: "admin.clients-notified", subject: name, detail: {} });
}

/** Where a version is read: the promise stands in the terms. */
const pathOf = (name: LegalName, version: string): string =>
  name === "fair-use-promise" ? "/terms#fair-use" : `/${name}/${version}`;

/** Writes the e-mails of one batch, one a client and version; gives whom the next one begins after, null for none. */
async function tellBatch(work: Work, { name, after }: Batch): Promise<string | null> {
  const { runtime } = work.ctx;
  const text = legalFields.find((one) => one.name === name);
  if (!text) return null;
  // Past the cache of this process: the version that was published a moment ago is the one to name.
  const { version } = await legalText({ ...runtime, settings: openSettings(runtime.db, runtime.clock) }, name);
  const ids = await clientsUnderAnother(work.tx, { field: text.field, version }, { after, most: batch });
  const found = await findPeople(work.tx, ids);
  for (const id of ids) {
    const person = found.get(id);
    if (!person || person.blocked) continue;
    const button = { label: "Read the new version", path: pathOf(name, version) };
    const mail = changedText({ text: text.label, version }, { button });
    const onceKey = `legal.changed:${name}:${version}:${id}`;
    await queueMail(work.tx, { kind: "legal.changed", to: person.email, ...mail, onceKey }, work.now);
  }
  return ids.length < batch ? null : (ids.at(-1) ?? null);
}

/** Tells clients with open orders of a new version, a batch at a time. */
export const tellClientsTimer: TimerKind = {
  kind,
  run: async (work, subject) => {
    const [name = "", after = ""] = subject.split("/");
    if (!isLegal(name)) return;
    const next = await tellBatch(work, { name, after });
    if (next) await setTimer(work, { kind, subject: askedAt({ name, after: next }), due: work.now });
  },
};
