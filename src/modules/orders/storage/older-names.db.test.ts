import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { servicesSetting } from "#src/modules/catalogue/index.server.ts";
import { catalogue } from "#src/modules/catalogue/index.ts";
import { forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { openOrderRuntime, person, place, rowOf } from "../orders.testing.ts";
import { orders } from "../tables.ts";

const statement = readFileSync("migrations/0093_names-of-older-orders.sql", "utf8");
const runtime = await forThisFile(openOrderRuntime());

/** An order from before names were kept; gives what it is called afterwards. */
async function named(serviceType: string, createdAt: string, kept: string | null = null): Promise<string | null> {
  const { orderId } = await place(runtime, person());
  const row = { serviceType, createdAt: new Date(createdAt), serviceName: kept };
  await runtime.db.update(orders).set(row).where(eq(orders.id, orderId));
  await runtime.db.execute(sql.raw(statement));
  return (await rowOf(runtime, orderId)).serviceName;
}

test("an order without a kept name gets the product's, where nobody had edited the services by then", async () => {
  expect(await named("essays", "2026-03-01T10:00:00Z")).toBe("Essays");
  expect(await named("essays", "2026-03-01T10:00:00Z", "Our essays")).toBe("Our essays");
  expect(await named("grant-proposals", "2026-03-01T10:00:00Z")).toBeNull();
  expect(await named("programming", "2026-03-01T10:00:00Z"), "another kind of work").toBeNull();
  const edited = { ...servicesSetting.default, number: 1, at: "2026-03-02T00:00:00.000Z" };
  await storeSetting(runtime, servicesSetting, edited);
  expect(await named("essays", "2026-03-01T10:00:00Z")).toBe("Essays");
  expect(await named("essays", "2026-03-03T10:00:00Z"), "the name of that day is not known").toBeNull();
});

test("every name of the product is in it", () => {
  for (const { slug, name, preset } of catalogue)
    expect(statement).toContain(`('${slug}', '${preset.service}', '${name}')`);
});
