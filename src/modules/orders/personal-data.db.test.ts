import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { HeldFile } from "#src/platform/personal-data.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { deliverWork } from "./commands/deliver-work.ts";
import { attachReport } from "./commands/originality-reports.ts";
import { doAct, finished, must, newWriter, openOrderRuntime, orderIn } from "./orders.testing.ts";
import { orderData } from "./personal-data.ts";
import { orders } from "./tables.ts";

const runtime = await forThisFile(openOrderRuntime());

const gathered = async (who: Person): Promise<string> => {
  const files: HeldFile[] = [];
  for await (const file of orderData.gather(ctxFor(runtime, who), who)) files.push(file);
  return JSON.stringify(files);
};

test("a writer's download has the conversation since the order is theirs, as the order's page does", async () => {
  const { client, writer, admin, orderId } = await orderIn(runtime, "in_progress");
  must(await doAct(runtime, writer, orderId, "hold", { question: "Which edition?" }));
  must(await doAct(runtime, client, orderId, "answer", { answer: "The second." }));
  expect(await gathered(writer)).toContain("Which edition?");
  must(await doAct(runtime, admin, orderId, "reassign", { reason: "Ill." }));
  const next = await newWriter(runtime);
  runtime.setNow(new Date(runtime.clock().getTime() + 60_000));
  must(await doAct(runtime, admin, orderId, "assign", { writerId: next.id }));
  must(await doAct(runtime, next, orderId, "accept"));
  const own = await gathered(next);
  expect(own).toContain('"action":"accept"');
  expect(own).not.toContain("Which edition?");
  expect(own).not.toContain("The second.");
});

test("a client's download has a final version and its reports when the second payment is there, not before", async () => {
  const { client, writer, orderId } = await orderIn(runtime, "in_progress");
  const unpaid = (unpaidCents: number) => runtime.db.update(orders).set({ unpaidCents }).where(eq(orders.id, orderId));
  await unpaid(5_000);
  must(await deliverWork(ctxFor(runtime, writer), { orderId, ...finished, text: "MARKfinal words" }));
  const report = { name: "MARKreport", maker: "TextMatch", madeOn: "2025-11-02", link: "https://example.com/1" };
  must(await attachReport(ctxFor(runtime, writer), { orderId, number: 1, ...report, files: "" }));
  const before = await gathered(client);
  expect(before).toContain('"status":"delivered"');
  expect(before).not.toMatch(/MARKfinal|MARKreport|The question\\n/);
  await unpaid(0);
  const after = await gathered(client);
  expect(after).toContain("MARKfinal words");
  expect(after).toContain("MARKreport");
});
