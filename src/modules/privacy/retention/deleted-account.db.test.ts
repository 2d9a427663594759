import { expect, test } from "vitest";
import { askDeletion, gatherMyData } from "#src/modules/privacy/index.server.ts";
import { backupSetting } from "#src/platform/backups/plan.ts";
import { insertMarked, type MarkedRow } from "#tests/support/every-table.ts";
import { must } from "#tests/support/must.ts";
import {
  daysPass,
  finished,
  nameOf,
  openPrivacyRuntime,
  runtime,
  tablesWith,
  tick,
  understood,
} from "#tests/support/privacy.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { dataClasses } from "../../../../scripts/docs/security/data-classes.ts";
import { keptClasses } from "./retention.ts";

openPrivacyRuntime();

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await runtime.database.pool.query(text, values)).rows[0]?.id;

/** Rows of every table with a column in which words of a person stand, as that person's. */
async function rowsOf(id: string, email: string, orderId: string): Promise<MarkedRow[]> {
  const sealId = await insertMarked(
    runtime,
    { table: "accounts.seals", marked: ["channels"], links: { person_id: id } },
    "x",
  );
  await runtime.database.pool.query("update accounts.seals set lifted_at = now() where id = $1", [sealId]);
  const thread = await insertMarked(
    runtime,
    { table: "chat.threads", marked: [], links: { order_id: orderId, client_id: id } },
    "x",
  );
  const delivery = await one("select id from orders.deliveries where order_id = $1 limit 1", [orderId]);
  const history = await one("select id from orders.order_history where order_id = $1 limit 1", [orderId]);
  const attempt = await one("select id from payments.attempts where order_id = $1 limit 1", [orderId]);
  const settlement = await one("select id from payments.settlements where order_id = $1 limit 1", [orderId]);
  const refund = await insertMarked(
    runtime,
    {
      table: "payments.refunds",
      marked: ["error"],
      links: { order_id: orderId, settlement_id: settlement, state: "done" },
    },
    "x",
  );
  const run = await insertMarked(runtime, { table: "payments.payout_runs", marked: [] }, "x");
  const person = { person_id: id };
  const order = { order_id: orderId };
  const row = (table: string, marked: string, links?: Record<string, string>): MarkedRow => ({
    table,
    marked: marked.split(" "),
    ...(links && { links }),
  });
  return [
    row("accounts.oauth_attempts", "next sealed", person),
    row("accounts.passkeys", "name", person),
    row("accounts.sessions", "ip_address user_agent", { user_id: id }),
    row("accounts.sign_ins", "account_id email", { user_id: id }),
    row("accounts.verification_tokens", "value", { subject: id }),
    row("accounts.impersonations", "reason", person),
    row("accounts.totps", "secret", person),
    row("accounts.backup_codes", "hash", person),
    row("accounts.email_changes", "old_email new_email", person),
    row("accounts.seals", "channels", person),
    row("accounts.seal_lines", "text", { seal_id: sealId }),
    row("accounts.seal_openings", "reason", { seal_id: sealId }),
    row("admin.order_notes", "text", order),
    row("admin.saved_views", "name address", person),
    row("chat.enquiries", "name text answer", { email }),
    row("chat.held_messages", "message", { chat_id: id }),
    row("chat.notes", "text by_name", { chat_id: id }),
    row("chat.ratings", "comment", { chat_id: id }),
    row("chat.thread_messages", "message sealed attachment_name", { thread_id: thread, sender_id: id }),
    row("checker.kept_checks", "summary content", { owner_id: id }),
    row("files.files", "name", { owner_id: id, purpose: "order", attached_to: orderId, state: "ready" }),
    row("orders.custom_quotes", "scope lines", order),
    row("orders.drafts", "fields", { owner: id }),
    row("orders.form_drafts", "fields", { owner: id }),
    row("orders.hidden_passages", "sealed mark", { ...order, ...person }),
    row("orders.hidden_texts", "sealed", { ...order, ...person }),
    row("orders.originality_reports", "name link", { delivery_id: delivery }),
    row("orders.order_history", "text", { ...order, action: "request-revision", actor_kind: "C", actor_id: id }),
    row("orders.prepared_orders", "fields partner_name", { owner: id }),
    row("orders.ratings", "text reply", order),
    row("orders.screened_requests", "sentence title kept values answer", { client_id: id }),
    row("orders.shown_texts", "text", { ...order, history_id: history }),
    row("orders.work_drafts", "fields", order),
    row("payments.provider_events", "body error", { attempt_id: attempt }),
    row("payments.refund_accounts", "sealed fingerprint", { refund_id: refund }),
    row("payments.payout_methods", "sealed ending fingerprint", { writer_id: id }),
    row("payments.payouts", "sealed ending", { writer_id: id, run_id: run, state: "paid" }),
    row("payments.payouts_left_out", "reason", { writer_id: id, run_id: run }),
    row("notifications.notices", "title text", { ...person, kind: "order.delivered" }),
    row("platform.mails", "subject", { to: email, content: JSON.stringify({ title: "x", paragraphs: [] }) }),
    row("platform.audit", "detail", { actor: id }),
    row("platform.outbox", "payload", { subject: orderId, next_try_at: "2030-01-01T00:00:00Z" }),
    row("pricing.quotes", "inputs result", { viewer: id }),
    row("writing.applications", "fields question reason", person),
    row("writing.writer_notes", "text", { writer_id: id }),
    row("writing.writers", "away_from", person),
  ];
}

/** What the flow of an order has written before, by tables. */
const byTheOrder = "accounts.people chat.chats chat.messages orders.deliveries orders.orders";
/** Tables of the classes about people that hold ids, sums, times and words of the shop, and none of a person's own. */
const noPersonalText = [
  "accounts.customers accounts.failed_sign_ins api.deliveries api.endpoints api.keys api.partners chat.threads platform.limits platform.timers",
  "orders.held_refunds payments.attempts payments.charges payments.day_comparisons payments.disputes payments.document_counters",
  "payments.documents payments.held_orders payments.ledger_closings payments.ledger_entries payments.ledger_progress",
  "payments.ledger_transactions payments.money_quarters",
  "payments.payout_lines payments.payout_runs payments.promotion_codes payments.promotion_uses payments.refunds",
  "payments.settlements payments.transfer_receipts payments.transfer_refunds payments.transfer_requests payments.waivers",
  "payments.writer_balances sandbox.disputes sandbox.pages sandbox.payments sandbox.refunds",
].join(" ");

/** Rows that the secret of the installation opens: the download has them, as other tests show, and cannot read these. */
const sealedBySecret = ["checker.kept_checks", "payments.payout_methods"];
/** Secrets, sealed texts, words of others, and what the shop keeps for its own work. */
const notForTheDownload = [
  "accounts.backup_codes accounts.oauth_attempts accounts.totps accounts.verification_tokens",
  "admin.order_notes chat.held_messages chat.notes writing.writer_notes orders.work_drafts orders.shown_texts",
  "orders.hidden_passages orders.hidden_texts payments.provider_events payments.refund_accounts platform.audit platform.outbox",
  // Its bytes are in no storage; the file of the fixture is in the download.
  "files.files",
].join(" ");

test("no table keeps a word of a deleted account, but those that the page names with a reason", async () => {
  const { mark, client, orderId } = await finished();
  const rows = await rowsOf(client.id, client.email, orderId);
  const opened = rows.filter(({ table }) => !sealedBySecret.includes(table));
  for (const row of opened) await insertMarked(runtime, row, `${mark} in ${row.table}`);

  const files = must(await gatherMyData(ctxFor(runtime, client)));
  let download = "";
  for await (const file of files)
    download += "rows" in file ? JSON.stringify(file.rows) : await new Response(await file.open()).text();
  const missing = opened.map(({ table }) => table).filter((table) => !download.includes(`${mark} in ${table}`));
  expect(missing.sort()).toEqual(notForTheDownload.split(" ").sort());

  const sealed = rows.filter((row) => !opened.includes(row));
  for (const row of sealed) await insertMarked(runtime, row, `${mark} in ${row.table}`);
  const personal = dataClasses
    .filter(({ name }) => name !== "Of the shop")
    .flatMap(({ tables }) => Object.entries(tables))
    .flatMap(([schema, names]) => names.split(" ").map((name) => `${schema}.${name}`));
  const seeded = [...rows.map(({ table }) => table), ...byTheOrder.split(" ")];
  expect([...seeded, ...noPersonalText.split(" ")].sort()).toEqual([...personal].sort());
  const before = await tablesWith([mark]);
  expect(seeded.filter((table) => !before.includes(table))).toEqual([]);

  must(await askDeletion(ctxFor(runtime, client), understood));
  daysPass(31);
  await tick();
  await tick();
  expect(await nameOf(client)).toBe("Deleted account");
  const named = keptClasses(backupSetting.default).flatMap(({ stays, mayKeep }) => (stays ? mayKeep : []));
  expect((await tablesWith([mark])).filter((table) => !named.includes(table))).toEqual([]);
});
