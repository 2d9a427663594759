import { afterAll, beforeAll, expect, test } from "vitest";
import type { HeldFile } from "#src/platform/personal-data.ts";
import type { Person } from "#src/shared/viewer.ts";
import type { TestHouse } from "#tests/support/house.ts";
import { doAct, must, newWriter, openOrderHouse, orderIn } from "./orders.testing.ts";
import { orderData } from "./personal-data.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openOrderHouse();
});
afterAll(() => house.drop());

const gathered = async ({ id, email }: Person): Promise<string> => {
  const files: HeldFile[] = [];
  for await (const file of orderData.gather(house, { id, email })) files.push(file);
  return JSON.stringify(files);
};

test("a writer's download has what was said since the order is theirs, as the order's page does", async () => {
  const { client, writer, admin, orderId } = await orderIn(house, "in_progress");
  must(await doAct(house, writer, orderId, "hold", { question: "Which edition?" }));
  must(await doAct(house, client, orderId, "answer", { answer: "The second." }));
  expect(await gathered(writer)).toContain("Which edition?");
  must(await doAct(house, admin, orderId, "reassign", { reason: "Ill." }));
  const next = await newWriter(house);
  house.setNow(new Date(house.clock().getTime() + 60_000));
  must(await doAct(house, admin, orderId, "assign", { writerId: next.id }));
  must(await doAct(house, next, orderId, "accept"));
  const own = await gathered(next);
  expect(own).toContain('"action":"accept"');
  expect(own).not.toContain("Which edition?");
  expect(own).not.toContain("The second.");
});
