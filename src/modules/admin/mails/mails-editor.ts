import { z } from "zod";
import { mailShop } from "#src/modules/operator/index.server.ts";
import { definedMails, type MailReader, type MailText, mailReaders, partsIn } from "#src/platform/mail/mail-text.ts";
import { fillOwnText, mostSubject } from "#src/platform/mail/own-text.ts";
import { type Answer, type Ask, query } from "#src/platform/query.ts";
import { done, notFound } from "#src/shared/outcome.ts";
import { draftState } from "../drafts/draft-state.ts";
import { exampleOrders, examplePartsFor, exampleValues } from "./mail-example.ts";
import { isAsShipped, type MailsDraft, mailsKind, textIn } from "./mails-kind.ts";
import { partLabels, readMailText } from "./read-mail-text.ts";

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
