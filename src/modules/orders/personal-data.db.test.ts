import { expect, test } from "vitest";
import type { HeldFile } from "#src/platform/personal-data.ts";
import type { Person } from "#src/shared/viewer.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { doAct, must, newWriter, openOrderRuntime, orderIn } from "./orders.testing.ts";
import { orderData } from "./personal-data.ts";

const runtime = await forThisFile(openOrderRuntime());

const gathered = async (who: Person): Promise<string> => {
  const files: HeldFile[] = [];
  for await (const file of orderData.gather(ctxFor(runtime, who), who)) files.push(file);
  return JSON.stringify(files);
};

test("a writer's download has what was said since the order is theirs, as the order's page does", async () => {
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
