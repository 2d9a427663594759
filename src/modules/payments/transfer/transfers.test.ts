import { expect, test } from "vitest";
import { person } from "#src/modules/orders/orders.testing.ts";
import { newId } from "#src/platform/ids.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import type { Person } from "#src/shared/viewer.ts";

import { paymentFilePolicies } from "./transfers.ts";

const [proof] = paymentFilePolicies;
const client = person();
const sees = (viewer: Person) => proof?.maySee({ viewer } as Ctx, newId(), { id: newId(), ownerId: client.id });

test("who sent a proof of payment has it, admins for money have it, and nobody else", async () => {
  expect(await sees(client)).toBe(true);
  expect(await sees(person(3))).toBe(true);
  expect(await sees(person(3, { capabilities: ["money"] }))).toBe(true);
  for (const capability of ["chat", "orders", "prices", "people", "settings"] as const)
    expect(await sees(person(3, { capabilities: [capability] }))).toBe(false);
  expect(await sees(person())).toBe(false);
  expect(await sees({ ...client, waitingRole: 3 })).toBe(false);
});
