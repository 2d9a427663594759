import { z } from "zod";
import { mailShop } from "#src/modules/operator/index.server.ts";
import { adminOrderList } from "#src/modules/orders/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { countUse } from "#src/platform/limits.ts";
import type { MailSource } from "#src/platform/mail/content.ts";
import { oneLine } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { definedMails, type MailReader, type MailText, mailReaders, partsIn } from "#src/platform/mail/mail-text.ts";
import { fillOwnText, mostSubject } from "#src/platform/mail/own-text.ts";
import { mailer } from "#src/platform/mail/port.ts";
import { deliver } from "#src/platform/mail/send-due-mails.ts";
import { refuseWhileHeld } from "#src/platform/outgoing-hold.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { done, notFound, type Outcome, refuse } from "#src/shared/outcome.ts";
import { hourSeconds } from "#src/shared/units.ts";
import { draftState } from "../drafts/own-draft.ts";
import { failedMail } from "../setup/checks.ts";
import { isAsShipped, type MailsDraft, mailsKind, textIn } from "./mails-draft.ts";
import { partLabels, readMailText } from "./read-mail-text.ts";

/** An order whose facts a preview can print. */
type ExampleOrder = { number: string; title: string; client: string };

const most = 5;

/**
 * The newest finished orders that this admin may see. Those of people whose data is sealed are none of them, also while
 * a part is open to this admin.
 */
async function exampleOrders(ctx: Ctx): Promise<readonly ExampleOrder[]> {
  const { viewer } = ctx;
  const listed = await adminOrderList(ctx, { group: "finished" });
  if (!listed.ok || viewer.kind !== "person") return [];
  return listed.value.rows
    .filter(({ clientId }) => !viewer.sealed?.has(clientId))
    .slice(0, most)
    .map(({ number, title, clientName }) => ({ number, title, client: clientName }));
}

/** The values of a preview: of this order where the e-mail prints them, of the example else. */
function exampleValues({ values, to }: MailText, order: ExampleOrder | undefined): MailSource["values"] {
  if (!order) return values;
  const name = oneLine(order.client, 60);
  const known: Readonly<Record<string, string>> = {
    "order number": order.number,
    title: oneLine(order.title, 100),
    ...(to === "client" && { name, "first name": name.split(" ", 1)[0] ?? name }),
  };
  return Object.fromEntries(Object.entries(values).map(([name_, value]) => [name_, known[name_] ?? value]));
}

/** The parts of the example, with the number of that order in its details. */
const examplePartsFor = ({ values, example }: MailText, order: ExampleOrder | undefined): MailText["example"] => ({
  ...example,
  ...(order &&
    example.facts && {
      facts: example.facts.map(([label, value]): [string, string] => [
        label,
        value === values["order number"] ? order.number : value,
      ]),
    }),
});

const groupNames: Readonly<Record<MailReader, string>> = {
  client: "Client",
  both: "Client and writer",
  writer: "Writer",
  admin: "Admin",
  account: "Account and support",
};

const readers: Readonly<Record<MailReader, string>> = {
  client: "the client",
  both: "client or writer",
  writer: "the writer",
  admin: "admins",
  account: "the owner of the account",
};

/** Those that most people get, at the top of their group; the others follow in the order of their modules. */
const first = [
  ...["order.paid", "order.assigned", "order.started", "order.held", "order.delivered", "order.review-reminder"],
  ...["order.refunded", "order.quoted", "order.offered", "order.resumed", "order.revision", "order.finished"],
  ...["payout.paid", "order.tip", "account.confirm", "account.start", "account.reset", "account.new-device"],
  ...["chat.answers", "chat.enquiry-answer", "account.known", "account.password-changed", "account.threat-reported"],
];
const inListOrder = (): MailText[] => {
  const rank = (text: MailText) => (first.includes(text.id) ? first.indexOf(text.id) : first.length);
  return [...definedMails().values()].toSorted((one, other) => rank(one) - rank(other));
};

type MailState = "draft" | "shipped" | "changed";

const stateOfText = (text: MailText, draft: MailsDraft, base: MailsDraft): MailState => {
  const [is, was] = [textIn(draft, text), textIn(base, text)];
  if (is.subject !== was.subject || is.text !== was.text) return "draft";
  return isAsShipped(text, is) ? "shipped" : "changed";
};

async function stateOf(ask: Ask) {
  const state = await draftState(ask, mailsKind());
  if (!state) return null;
  const { draft, base, published: _published, stored, versions, ...shown } = state;
  const wrong = new Set(shown.errors.map(({ path }) => path.split("/", 1)[0]));
  const rows = inListOrder().map((text) => ({
    ...{ id: text.id, to: text.to, name: text.name, when: text.when },
    state: stateOfText(text, draft, base),
    wrong: wrong.has(text.id),
  }));
  const list = mailReaders.map((to) => ({ to, name: groupNames[to], rows: rows.filter((row) => row.to === to) }));
  return {
    draft,
    base,
    shown: {
      ...shown,
      shipped: Object.keys(stored.texts).length === 0,
      versions: versions.map(({ value: _words, ...version }) => version),
      groups: list,
    },
  };
}

const found = (row: { name: string; when: string }, asked: string): boolean =>
  `${row.name} ${row.when}`.toLowerCase().includes(asked.trim().toLowerCase());

const find = z.string().max(100).default("");

/** Every e-mail by who reads it, as this admin's draft has it. `find`: only those with these words. Needs `settings`. */
export const mailList = query("admin.mail-list", {
  input: z.strictObject({ find }),
  run: async (ask, { find: asked }) => {
    const state = await stateOf(ask);
    if (!state) return notFound();
    const groups = state.shown.groups.map((group) => ({
      ...group,
      rows: group.rows.filter((row) => found(row, asked)),
    }));
    return done({ ...state.shown, groups: groups.filter(({ rows }) => rows.length > 0) });
  },
});

/** One e-mail as this admin's draft has it, and as its reader would get it. Needs `settings`. */
export const mailEditor = query("admin.mail-editor", {
  input: z.strictObject({ id: z.string().max(60), order: z.string().max(20).default("") }),
  run: async (ask, { id, order: asked }) => {
    const state = await stateOf(ask);
    const text = definedMails().get(id);
    if (!state || !text) return notFound();
    const { ctx, viewer } = ask;
    const typed = textIn(state.draft, text);
    const orders = "title" in text.values ? await exampleOrders(ctx) : [];
    const order = asked === "example" ? undefined : (orders.find(({ number }) => number === asked) ?? orders[0]);
    const values = exampleValues(text, order);
    const { body, problems } = readMailText(text, typed);
    const shop = await mailShop(ctx.runtime);
    const mine = (path: string) => path.split("/", 1)[0] === id;
    return done({
      ...state.shown,
      ...{ id, name: text.name, when: text.when, to: readers[text.to], typed },
      state: stateOfText(text, state.draft, state.base),
      asShipped: isAsShipped(text, typed),
      mostSubject,
      problems: problems.map((one) => ({ ...one, where: `Line ${one.line}` })),
      errors: state.shown.errors.filter(({ path }) => mine(path)),
      wrongElsewhere: state.shown.errors.filter(({ path }) => !mine(path)).map(({ message }) => message),
      placeholders: [
        ...Object.entries(values).map(([name, value]) => ({ name, value: [value].flat().join(" ") })),
        ...partsIn(text.text).map((part) => ({
          name: part,
          value: (part === "button" && text.example.button?.label) || partLabels[part],
        })),
      ].map((one) => ({ ...one, used: `${typed.subject} ${typed.text}`.includes(`{{${one.name}}}`) })),
      hasButton: text.text.includes("{{button}}"),
      preview: {
        ...fillOwnText({ ...typed, body }, values, {
          title: text.name,
          paragraphs: [],
          ...examplePartsFor(text, order),
        }),
        from: `${shop.siteName} <${ctx.runtime.config.mailFrom}>`,
        reader: order && text.to === "client" ? order.client : groupNames[text.to],
        shop: shop.siteName,
        pen: shop.pen,
      },
      orders: orders.map(({ number }) => number),
      order: order?.number ?? null,
      /** Where a test goes. */
      me: viewer.kind === "person" ? viewer.email : "",
    });
  },
});

export type MailEditor = Answer<typeof mailEditor>;
export type MailList = Answer<typeof mailList>;

const mostAnHour = 10;

/**
 * Sends an e-mail as it is drafted to the admin who asks, and to nobody else; its button leads nowhere. Needs `settings`.
 * Refuses not-found, too-many after 10 in an hour, conflict while nothing may leave, and unavailable when the mail server
 * said no, in words.
 */
export async function sendTestMail(ctx: Ctx, id: string, order: string): Promise<Outcome<string>> {
  const { runtime, viewer } = ctx;
  const asked = await mailEditor(ctx, { id, order });
  if (!asked.ok || viewer.kind !== "person") return asked.ok ? refuse("not-found", "Not found.") : asked;
  const { preview, me } = asked.value;
  const now = runtime.clock();
  const held = await refuseWhileHeld(runtime.db);
  if (held) return held;
  const wait = await countUse(
    runtime.db,
    { key: `mail-test:${viewer.id}`, most: mostAnHour * runtime.config.limitsFactor, seconds: hourSeconds },
    now,
  );
  if (wait !== null)
    return refuse(
      "too-many",
      `You sent ${mostAnHour} tests in an hour. Send the next one in ${Math.ceil(wait / 60)} minutes.`,
    );
  const subject = oneLine(`Test: ${preview.subject}`, 200);
  const mail = { to: me, subject, content: preview.content };
  if (runtime.port(mailer).kind === "mailbox") {
    await queueMail(runtime.db, { kind: "admin.test-mail", ...mail }, now);
    return done(`Sent to ${me}. Demo mode keeps it in the mailbox.`);
  }
  if (runtime.port(mailer).kind === "none")
    return refuse("unavailable", "Not sent: SMTP_URL is not set. Set it and start again.");
  const { result } = await deliver(runtime, await mailShop(runtime), { id: newId(), ...mail });
  return result.ok
    ? done(`Sent to ${me}. The mail server accepted it.`)
    : refuse("unavailable", failedMail(runtime, result));
}
