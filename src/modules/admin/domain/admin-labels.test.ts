import { expect, test } from "vitest";
import { orderStatuses, paymentStatuses } from "#src/modules/orders/index.ts";
import { orderGroups } from "#src/modules/orders/queries/admin-order-list.ts";
import { adminWatches, dueFilters } from "#src/modules/orders/queries/admin-watches.ts";
import { adminSorts } from "#src/modules/orders/queries/sorted-orders.ts";
import { offers } from "#src/modules/pricing/index.server.ts";
import {
  groupLabels,
  openGroups,
  paymentLabels,
  quickLabels,
  serviceLabels,
  sortLabels,
  stateLabels,
  watches,
} from "./admin-labels.ts";

test("the admin area has a word for each group, queue, service and payment that orders know, and for no other", () => {
  expect(Object.keys(groupLabels).sort()).toEqual(Object.keys(orderGroups).sort());
  expect([...watches].sort()).toEqual([...adminWatches].sort());
  expect(Object.keys(quickLabels).filter((name) => !watches.some((one) => one === name))).toEqual([...dueFilters]);
  expect(Object.keys(serviceLabels).sort()).toEqual([...offers].sort());
  expect(Object.keys(paymentLabels).sort()).toEqual([...paymentStatuses].sort());
  expect(Object.keys(stateLabels).sort()).toEqual([...orderStatuses].sort());
  expect(Object.keys(sortLabels).sort()).toEqual([...adminSorts].sort());
  expect(openGroups.every((group) => group in groupLabels)).toBe(true);
});
