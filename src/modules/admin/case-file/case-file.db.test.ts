import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import {
  chatFilePolicy,
  orderThread,
  sendMessage,
  sendToThread,
  threadFilePolicy,
} from "#src/modules/chat/index.server.ts";
import { filePoliciesPort, storagePort } from "#src/modules/files/index.server.ts";
import { files } from "#src/modules/files/tables.ts";
import { attachReport } from "#src/modules/orders/commands/originality-reports.ts";
import { deliverWork, orderFilePolicies, orderForAdmin, writerDirectory } from "#src/modules/orders/index.server.ts";
import { briefRows } from "#src/modules/orders/index.ts";
import { deliveries, orderHistory } from "#src/modules/orders/tables.ts";
import { ledgerOfOrder, paymentFilePolicies, transfersOfOrder } from "#src/modules/payments/index.server.ts";
import { writerDirectoryOfRuntime } from "#src/modules/writing/index.server.ts";
import { newId } from "#src/platform/ids.ts";
import { audit } from "#src/platform/tables.ts";
import { escapeHtml } from "#src/shared/characters.ts";
import { guest, type Person } from "#src/shared/viewer.ts";
import { doAct, finished, must, newWriter, openPaymentsRuntime, paidOrder, person } from "#tests/support/payments.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { zipOf } from "./archive.ts";
import { caseEntries } from "./case-file.ts";
import { exportCaseFile } from "./export-case-file.ts";

const folder = mkdtempSync(join(tmpdir(), "paperwright-case-"));
const disk = openDisk(folder);
const runtime = await openPaymentsRuntime({
  env: { LIMITS_FACTOR: "100000" },
  ports: [
    [writerDirectory, writerDirectoryOfRuntime],
    [storagePort, disk],
    [filePoliciesPort, [...orderFilePolicies, ...paymentFilePolicies, chatFilePolicy, threadFilePolicy]],
  ],
});
afterAll(async () => {
  await runtime.drop();
  rmSync(folder, { recursive: true, force: true });
});

const admin = person(3, { name: "Petra Admin" });
const sha = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const linesOf = (bytes: Uint8Array | undefined): string[] => text(bytes).trimEnd().split("\r\n").slice(1);

/** A checked file with these bytes at this place. */
async function fileAt(
  owner: Person,
  purpose: "order" | "chat" | "proof" | "report",
  attachedTo: string | null,
  name: string,
  bytes: Uint8Array | null,
) {
  const id = newId();
  async function* source() {
    if (bytes) yield bytes.slice(); // the disk gives the memory back
  }
  if (bytes) await disk.put(id, source());
  const size = bytes?.byteLength ?? 10;
  const times = { createdAt: runtime.clock(), attachedAt: attachedTo === null ? null : runtime.clock() };
  const state = { state: "ready", cleanState: "none", size, received: size, key: id } as const;
  await runtime.db.insert(files).values({ id, ownerId: owner.id, purpose, name, attachedTo, ...state, ...times });
  return id;
}

/** A paid order with a draft, a final version, both conversations, files and a dispute. */
async function lived(lines = 8) {
  const { client, orderId } = await paidOrder(runtime);
  const writer = await newWriter(runtime);
  must(await doAct(runtime, admin, orderId, "assign", { writerId: writer.id }));
  must(await doAct(runtime, writer, orderId, "accept"));
  const threadId = (await orderThread(ctxFor(runtime, client), orderId))?.thread?.id ?? "";
  for (let n = 0; n < lines; n++) {
    const message = n === 7 ? "Mail me: lea@example.com" : `Line ${n} <b>of</b> the talk`;
    must(await sendToThread(ctxFor(runtime, n % 2 ? writer : client), { threadId, id: newId(), message }));
  }
  must(await sendMessage(ctxFor(runtime, client), { id: newId(), message: "MARKsupport question" }));
  must(await sendMessage(ctxFor(runtime, admin), { id: newId(), chatId: client.id, message: "MARKsupport answer" }));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, text: "A draft", final: false }));
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished }));
  const claim = { reason: "=It is about something else.", outcome: "My money back." };
  must(await doAct(runtime, client, orderId, "open-dispute", claim));
  must(await doAct(runtime, writer, orderId, "answer-dispute", { answer: "It follows the brief." }));
  runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
  return { client, writer, orderId, threadId };
}

/** The case file as this admin gets it, unpacked; paths without the folder. */
async function unpacked(who: Person, orderId: string) {
  const ctx = ctxFor(runtime, who);
  const parts = must(await exportCaseFile(ctx, { orderId }));
  const found = must(await orderForAdmin(ctx, { orderId }));
  const made = { parts, by: who.name, now: runtime.clock(), zone: "Europe/Berlin" };
  const stream = await zipOf(`case-${parts.number}`, caseEntries(ctx, found, made), made.now);
  const all = unzipSync(new Uint8Array(await new Response(stream).arrayBuffer()));
  for (const path of Object.keys(all)) expect(path).toMatch(new RegExp(`^case-${parts.number}/`));
  return new Map(Object.entries(all).map(([path, bytes]) => [path.slice(path.indexOf("/") + 1), bytes]));
}

test("the archive holds what the source holds: counts, texts, bytes, and a hash of each file", async () => {
  const { client, writer, orderId } = await lived(230);
  const bytes = new TextEncoder().encode("évidence ".repeat(50_000));
  for (const name of ["../../etc/passwd", "CON.txt", "same.pdf", "same.pdf"])
    await fileAt(client, "order", orderId, name, bytes);
  await fileAt(client, "order", orderId, "lost.pdf", null);
  const paper = new TextEncoder().encode("3% of it stands elsewhere.");
  const reportFile = await fileAt(admin, "report", null, "report.txt", paper);
  const about = { orderId, number: 2, name: "Report of <sources>", maker: "TextMatch", madeOn: "2025-11-02" };
  const link = "https://example.com/report/1";
  must(await attachReport(ctxFor(runtime, writer), { ...about, link, files: "" }));
  const { reportId } = must(await attachReport(ctxFor(runtime, admin), { ...about, link: "", files: reportFile }));
  const held = await unpacked(admin, orderId);

  const manifest = linesOf(held.get("MANIFEST.csv")).map((line) => line.replaceAll('"', "").split(","));
  const others = [...held].filter(([path]) => path !== "MANIFEST.csv");
  expect(manifest).toEqual(others.map(([path, one]) => [path, String(one.byteLength), sha(one)]));

  const versions = await runtime.db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
  for (const { number, final, text: work } of versions) {
    const path = `versions/${number}-${final ? "final" : "draft"}.txt`;
    expect(text(held.get(path))).toBe(work);
    expect(text(held.get("versions/versions.csv"))).toContain(`"${path}","${sha(work)}"`);
  }
  expect(linesOf(held.get("versions/versions.csv"))).toHaveLength(versions.length);
  const last = versions.find(({ final }) => final);
  const details = text(held.get(`versions/${last?.number}-delivery-details.html`));
  expect(details).toContain("No AI tools used");
  for (const part of Object.values(last?.pack ?? {}))
    for (const line of part.split("\n")) expect(details).toContain(escapeHtml(line));
  expect(Object.keys(last?.pack ?? {}).length).toBeGreaterThan(2);
  expect(details.match(/Report of &lt;sources&gt;, made by TextMatch on 2025-11-02/g)).toHaveLength(2);
  for (const line of [link, "Added by the writer", `File: see files.csv, report ${reportId}`, "Added by an admin"])
    expect(details).toContain(line);
  expect(held.get("files/reports/001-report.txt")).toEqual(paper);
  expect(text(held.get("files/files.csv"))).toContain(`"report.txt","originality report ${reportId}"`);

  const history = await runtime.db.$count(orderHistory, eq(orderHistory.orderId, orderId));
  expect(text(held.get("history.html")).match(/<section>/g)).toHaveLength(history);
  const talk = text(held.get("conversations/client-writer-1.html"));
  expect(talk.match(/<section>/g)).toHaveLength(230);
  expect(talk).toContain("Line 229 &lt;b&gt;of&lt;/b&gt; the talk");
  expect(talk).not.toContain("lea@example.com");
  expect(text(held.get("conversations/as-typed.html"))).toContain("lea@example.com");
  expect(text(held.get("conversations/support.html"))).toContain("Support, ");
  expect(text(held.get("dispute.html"))).toContain("=It is about something else.");
  expect(text(held.get("consents.html"))).toContain("Fair-use promise");
  const { order } = must(await orderForAdmin(ctxFor(runtime, admin), { orderId }));
  const brief = text(held.get("brief.html"));
  for (const [label, value] of briefRows(order, "admin"))
    expect(brief).toContain(`<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`);
  const entries = await runtime.database.pool.query(
    "select count(*)::int as many from payments.ledger_entries e join payments.ledger_transactions t on t.id = e.transaction_id where t.order_id = $1",
    [orderId],
  );
  expect(linesOf(held.get("money/ledger.csv"))).toHaveLength(entries.rows[0].many);
  expect(text(held.get("money/ledger.csv"))).toContain('"Payment received","Client",-126,"USD"');
  const own = [
    "MANIFEST",
    "versions/versions",
    "files/files",
    ...["charges", "payments", "ledger"].map((one) => `money/${one}`),
  ];
  for (const path of own) expect([...(held.get(`${path}.csv`) ?? []).slice(0, 3)], path).toEqual([239, 187, 191]);
  expect(linesOf(held.get("money/payments.csv"))).toHaveLength(1);
  expect(linesOf(held.get("money/attempts.csv"))).toHaveLength(1);

  const inFiles = [...held.keys()].filter((path) => path.startsWith("files/order/"));
  expect(inFiles).toHaveLength(4);
  for (const path of inFiles) {
    expect(held.get(path)).toEqual(bytes);
    expect(path).not.toMatch(/\.\.\/|\/con\./i);
  }
  expect(text(held.get("files/files.csv"))).toContain("Its bytes are lost.");
  expect(await runtime.db.$count(audit, eq(audit.action, "order.case-file"))).toBe(1);
});

test("what an admin has no right to is left out, and the file says so", async () => {
  const { client, orderId } = await lived();
  await fileAt(client, "proof", orderId, "statement.pdf", new TextEncoder().encode("MARKproof"));
  const held = await unpacked({ ...admin, capabilities: ["orders"] }, orderId);
  const paths = [...held.keys()];
  expect(paths.filter((path) => /transfers|support/.test(path))).toEqual([]);
  expect(text(held.get("READ-ME.html"))).toContain("Proofs of bank transfers are not in this file");
  for (const bytes of held.values()) expect(text(bytes)).not.toContain("MARKproof");
  expect(text(held.get("READ-ME.html"))).toContain("The conversation with Support is not in this file");
  for (const bytes of held.values()) expect(text(bytes)).not.toContain("MARKsupport");
});

test("the money in it is the money that the page of the order shows to the same admin", async () => {
  const { client, orderId } = await lived();
  await fileAt(client, "proof", orderId, "statement.pdf", new TextEncoder().encode("MARKproof"));
  for (const capabilities of [["orders"], ["orders", "money"]] as const) {
    const who = { ...admin, capabilities };
    const transfers = (await transfersOfOrder(ctxFor(runtime, who), { orderId })).ok;
    const { lines } = must(await ledgerOfOrder(ctxFor(runtime, who), { orderId }));
    const held = await unpacked(who, orderId);
    const entries = lines.flatMap(({ id, postings }) => postings.map(() => id));
    expect(linesOf(held.get("money/ledger.csv")).map((line) => line.split(",")[0]?.replaceAll('"', ""))).toEqual(
      entries,
    );
    expect(linesOf(held.get("money/payments.csv"))).toHaveLength(1);
    const statements = [...held.keys()].filter((path) => path.startsWith("files/transfers/"));
    expect(statements).toHaveLength(transfers ? 1 : 0);
  }
});

test("outside of a dispute nothing is in it as it was typed", async () => {
  const { client, writer, orderId } = await lived();
  must(await doAct(runtime, admin, orderId, "decide-complete", { reason: "It follows the brief." }));
  for (const who of [client, writer]) must(await doAct(runtime, who, orderId, "accept-decision"));
  const held = await unpacked(admin, orderId);
  expect(held.has("conversations/as-typed.html")).toBe(false);
  for (const bytes of held.values()) expect(text(bytes)).not.toContain("lea@example.com");
  expect(held.has("dispute.html")).toBe(true);
});

test("is for admins who may handle orders, after a fresh sign-in, and nothing else is written down", async () => {
  const { client, writer, orderId } = await lived();
  const before = await runtime.db.$count(audit, eq(audit.action, "order.case-file"));
  const weak = { ...admin, capabilities: ["chat", "money", "people", "settings", "prices"] as const };
  for (const who of [client, writer, person(), weak, guest])
    for (const id of [orderId, newId(), "no-id"])
      expect(await exportCaseFile(ctxFor(runtime, who), { orderId: id })).toMatchObject({ code: "not-found" });
  const stale = { ...admin, freshAt: null };
  expect(await exportCaseFile(ctxFor(runtime, stale), { orderId })).toMatchObject({ code: "step-up" });
  expect(await runtime.db.$count(audit, eq(audit.action, "order.case-file"))).toBe(before);
});

test("a large file goes through in pieces: what waits in memory is bounded", async () => {
  const { client, orderId } = await lived();
  const id = await fileAt(client, "order", orderId, "large.bin", null);
  async function* large() {
    for (let n = 0; n < 64; n++) yield new Uint8Array(1 << 20).fill(7);
  }
  await disk.put(id, large());
  await runtime.db
    .update(files)
    .set({ size: 64 << 20, received: 64 << 20 })
    .where(eq(files.id, id));
  const ctx = ctxFor(runtime, admin);
  const parts = must(await exportCaseFile(ctx, { orderId }));
  const found = must(await orderForAdmin(ctx, { orderId }));
  const made = { parts, by: admin.name, now: runtime.clock(), zone: "UTC" };
  const reader = (await zipOf("case", caseEntries(ctx, found, made), made.now)).getReader();
  let [bytes, largest] = [0, 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    largest = Math.max(largest, part.value.byteLength);
  }
  expect(bytes).toBeGreaterThan(64 << 20);
  expect(largest).toBeLessThanOrEqual(2 << 20);
});
