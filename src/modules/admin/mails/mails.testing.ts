import { eq } from "drizzle-orm";
import "#src/modules/chat/index.server.ts";
import "#src/modules/notifications/index.server.ts";
import "#src/modules/privacy/index.server.ts";
import "#src/modules/writing/index.server.ts";
import type { NewMail } from "#src/platform/mail/content.ts";
import { queueMail } from "#src/platform/mail/mail-records.ts";
import { renderMail } from "#src/platform/mail/render-mail.ts";
import type { Ctx, Runtime } from "#src/platform/runtime.ts";
import { mails } from "#src/platform/tables.ts";
import { must } from "#tests/support/must.ts";
import { changeMails, publishMails } from "./mails-draft.ts";
import { mailEditor, mailList } from "./mails-editor.ts";

/** A mail as the product writes it, by the id of its text. */
export const mailOf = (id: string, values: Readonly<Record<string, string>>, path: string): NewMail => ({
  kind: "order.delivered",
  to: "ann@example.org",
  subject: "As shipped",
  content: { title: "As shipped", paragraphs: [], button: { label: "Read the work", path } },
  source: { id, values },
});

export const facts = { "order number": "K7M2QXR", title: "Sleep *and* <b>memory</b>", "late credit": "" };
export const ready = () =>
  mailOf("order.delivered", { name: "Ann Lee", "first name": "Ann", ...facts }, "/dashboard/orders/0190-1#text");

/** What the pages of e-mails do, for `admin` where nobody else is named. */
export function openMails(runtime: Runtime, admin: Ctx) {
  const listOf = async (ctx: Ctx = admin) => must(await mailList(ctx, {}));
  const editorOf = async (id: string, ctx: Ctx = admin) => must(await mailEditor(ctx, { id }));
  const seenBy = async (ctx: Ctx) => String((await listOf(ctx)).revision);
  const step = async (name: string, mail = "", typed: object = {}, ctx: Ctx = admin) =>
    changeMails(ctx, { step: name, mail, seen: await seenBy(ctx), typed });
  const type = (mail: string, typed: object, ctx: Ctx = admin) => step("save", mail, typed, ctx);
  const publish = async (ctx: Ctx = admin) => publishMails(ctx, { seen: await seenBy(ctx) });
  let many = 0;
  /** The mail as it waits to be sent. */
  const queued = async (mail: NewMail) => {
    many += 1;
    const to = `reader${many}@example.org`;
    await queueMail(runtime.db, { ...mail, to }, runtime.clock());
    const [row] = await runtime.db.select().from(mails).where(eq(mails.to, to));
    if (!row?.content) throw new Error("no mail");
    const shop = { siteName: "Shop", pen: "#263FAF" };
    return { subject: row.subject, ...renderMail(row.content, { baseUrl: new URL("https://shop.example"), ...shop }) };
  };
  return { listOf, editorOf, seenBy, step, type, publish, queued };
}
