import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openDisk } from "#src/adapters/storage/disk/open-disk.ts";
import { addHandlers } from "#src/http/handlers.ts";
import { resolveViewer } from "#src/modules/accounts/index.server.ts";
import { admitKey } from "#src/modules/api/index.server.ts";
import { makeKey } from "#src/modules/api/keys/keys.ts";
import { partners } from "#src/modules/api/tables.ts";
import { filePoliciesPort, storagePort } from "#src/modules/files/index.server.ts";
import { files } from "#src/modules/files/tables.ts";
import { orderFilePolicies, orderFilesDto } from "#src/modules/orders/index.server.ts";
import { preparedOrders } from "#src/modules/orders/storage/draft-tables.ts";
import { orders } from "#src/modules/orders/tables.ts";
import { newId } from "#src/platform/ids.ts";
import { must } from "#tests/support/must.ts";
import { createAccountsRuntime, createPerson } from "#tests/support/people.ts";
import { ctxFor } from "#tests/support/runtime.ts";
import { seedOrders } from "#tests/support/seed-orders.ts";
import { serve } from "#tests/support/serve.ts";

// Files of an order for the program of its partner, through a real socket.

const folder = mkdtempSync(join(tmpdir(), "paperwright-partner-files-"));
const runtime = await createAccountsRuntime({
  ports: [
    [storagePort, openDisk(folder)],
    [filePoliciesPort, orderFilePolicies],
  ],
  ticking: true,
});
const served = await serve({ runtime, resolveViewer, admitKey, handlers: (app) => addHandlers(app, runtime) });
afterAll(async () => {
  await served.close();
  await runtime.drop();
  rmSync(folder, { recursive: true, force: true });
});

const admin = ctxFor(runtime, await createPerson(runtime, { role: 3 }));
const { key } = must(
  await makeKey(admin, {
    ...{ id: newId(), name: "Test", scopes: ["orders:write"], ends: "30" },
    ...{ partner: "Study Circle", contact: "ops@circle.test" },
  }),
);
const ask = (path: string, authorization = `Bearer ${key}`) =>
  fetch(`${served.url}/api/orders/${path}`, { headers: { authorization } });
const statusOf = async (path: string) => (await ask(path)).status;

test("files are listed and sent once the client of the order allows it, as attachments of unnamed type", async () => {
  await seedOrders(runtime.database.pool, 0, 1);
  const [partner] = await runtime.db.select().from(partners);
  const [order] = await runtime.db.select().from(orders);
  if (!partner || !order) throw new Error("There is no partner or no order.");
  const [id, now] = [newId(), runtime.clock()];
  const own = { ownerId: order.clientId, purpose: "order", attachedTo: order.id } as const;
  await runtime.db
    .insert(files)
    .values({ ...own, id, key: id, name: "task.html", size: 6, createdAt: now, state: "checking" });
  await runtime.db.insert(preparedOrders).values({
    ...{ id: newId(), partnerId: partner.id, partnerName: "Study Circle", idempotencyKey: newId() },
    ...{ digest: "", fields: {}, service: "non-technical", orderId: order.id, createdAt: now },
  });
  const list = `${order.number}/files`;
  expect([await statusOf(list), await statusOf(`${list}/${id}`)]).toEqual([403, 403]);
  await runtime.db.update(preparedOrders).set({ filesAllowedAt: now }).where(eq(preparedOrders.orderId, order.id));

  const listed = orderFilesDto.parse(await (await ask(list)).json());
  expect(listed.files).toMatchObject([{ id, name: "task.html", version: null, ready: false }]);
  expect(await statusOf(`${list}/${id}`), "it is still checked").toBe(409);
  await runtime.port(storagePort).put(id, Readable.from([Buffer.from("a task")]));
  await runtime.db.update(files).set({ state: "ready", cleanState: "none" }).where(eq(files.id, id));
  const sent = await ask(`${list}/${id}`);
  expect([sent.status, sent.headers.get("content-type"), await sent.text()]).toEqual([
    200,
    "application/octet-stream",
    "a task",
  ]);
  expect(sent.headers.get("content-disposition")).toMatch(/^attachment; filename="task\.html"/);

  await runtime.db.update(files).set({ type: "application/pdf", thumbKey: id, thumbType: "image/webp" });
  for (const query of ["view=1", "small=1", "page=1"]) {
    const same = await ask(`${list}/${id}?${query}`);
    expect([query, same.status, same.headers.get("content-type")]).toEqual([query, 200, "application/octet-stream"]);
    expect(same.headers.get("content-disposition")).toMatch(/^attachment; filename="task\.html"/);
  }

  for (const path of [`${list}/${newId()}`, `${list}/no-id`, `NOTHING/files/${id}`, "NOTHING/files"])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect((await ask(list, "")).status).toBe(401);
  const address = `${served.url}/files/${id}/task.html`;
  const outside = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
  expect(outside.status, "a key opens addresses under /api/ alone").toBe(401);
  await runtime.db.update(preparedOrders).set({ filesAllowedAt: null }).where(eq(preparedOrders.orderId, order.id));
  expect([await statusOf(list), await statusOf(`${list}/${id}`)]).toEqual([403, 403]);
});
