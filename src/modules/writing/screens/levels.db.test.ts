import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderFixture } from "#src/modules/orders/order-fixture.testing.ts";
import { must, orderIn, person } from "#src/modules/orders/orders.testing.ts";
import { lifeSetting } from "#src/modules/orders/settings.ts";
import { orders } from "#src/modules/orders/tables.ts";
import type { AcademicLevel } from "#src/shared/academic-level.ts";
import type { Person } from "#src/shared/viewer.ts";
import { createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import type { WriterSubject } from "../domain/application.ts";
import { writersForOrder } from "../queries/writers-for-orders.ts";
import { writers } from "../tables.ts";
import { shownWorkspace } from "./workspace.server.ts";

const { runtime } = await orderFixture();
const life = await runtime.settings.get(lifeSetting);
await storeSetting(runtime, lifeSetting, { ...life, writersMayClaim: true });

const openAt = async (academicLevel: AcademicLevel | null): Promise<string> => {
  const { orderId } = await orderIn(runtime, "confirmed");
  await runtime.db.update(orders).set({ academicLevel, subject: "History" }).where(eq(orders.id, orderId));
  return orderId;
};
const writerUpTo = async (subjects: WriterSubject[]): Promise<Person> => {
  const writer = await createPerson(runtime, { role: 2 });
  const row = { personId: writer.id, pseudonym: `Writer ${writer.id.slice(-4)}`, createdAt: runtime.clock(), subjects };
  await runtime.db.insert(writers).values(row);
  return writer;
};

test("the level of an order decides who finds it, who is suggested, and what a writer's filter leaves", async () => {
  const [school, doctorate, any] = [await openAt("school"), await openAt("doctorate"), await openAt(null)];
  const master = await writerUpTo([{ name: "History", upTo: "master" }]);
  const doctor = await writerUpTo([{ name: "History", upTo: "doctorate" }]);
  const seen = async (who: Person, query: string) => {
    const { claims } = await shownWorkspace(
      ctxFor(runtime, who),
      new Request(`https://p.test/dashboard${query}`),
      new Map(),
    );
    return { ids: new Set(claims?.orders.map(({ id }) => id)), levels: claims?.levels, open: claims?.open };
  };
  expect(await seen(master, "")).toEqual({ ids: new Set([school, any]), levels: ["school"], open: 3 });
  expect((await seen(doctor, "")).ids).toEqual(new Set([school, doctorate, any]));
  expect((await seen(doctor, "?level=doctorate")).ids).toEqual(new Set([doctorate]));
  expect((await seen(doctor, "?level=nothing")).ids).toEqual(new Set([school, doctorate, any]));
  expect((await seen(master, "?level=doctorate")).ids).toEqual(new Set());
  expect((await seen(master, "?open=all&level=doctorate")).ids).toEqual(new Set([doctorate]));

  const { writers: suggested } = must(await writersForOrder(ctxFor(runtime, person(3)), { orderId: doctorate }));
  const about = ({ id }: Person) => suggested.find((one) => one.id === id);
  expect(suggested.map(({ id }) => id).filter((id) => id === doctor.id || id === master.id)).toEqual([
    doctor.id,
    master.id,
  ]);
  expect(about(doctor)).toMatchObject({ fits: true });
  expect(about(master)).toMatchObject({
    fits: false,
    reasons: ["does not write up to doctorate", "writes in History"],
  });
});
