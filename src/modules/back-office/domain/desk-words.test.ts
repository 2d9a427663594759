import { expect, test } from "vitest";
import { deskGroups, deskWatches } from "#src/modules/orders/index.server.ts";
import { paymentStatuses } from "#src/modules/orders/index.ts";
import { offers } from "#src/modules/pricing/index.server.ts";
import { groupWords, openGroups, paymentWords, serviceWords, watches } from "./desk-words.ts";

test("the desk has a word for each group, queue, service and payment that orders know, and for no other", () => {
  expect(Object.keys(groupWords).sort()).toEqual(Object.keys(deskGroups).sort());
  expect([...watches].sort()).toEqual([...deskWatches].sort());
  expect(Object.keys(serviceWords).sort()).toEqual([...offers].sort());
  expect(Object.keys(paymentWords).sort()).toEqual([...paymentStatuses].sort());
  expect(openGroups.every((group) => group in groupWords)).toBe(true);
});
