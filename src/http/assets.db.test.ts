import { afterAll, expect, test } from "vitest";
import { brandPictures, brandSetting, pageBrand } from "#src/modules/operator/index.server.ts";
import { createTestRuntime } from "#tests/support/runtime.ts";
import { serve } from "#tests/support/serve.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { brandHandler } from "./assets.ts";

const runtime = await createTestRuntime();
const served = await serve({ runtime, handlers: (app) => app.get("/brand/:file", (c) => brandHandler(runtime, c)) });
afterAll(async () => {
  await served.close();
  await runtime.drop();
});
const ask = (path: string) => fetch(served.url + path);
const forGood = "public, max-age=31536000, immutable";

test("a style sheet is kept by browsers for good, and one that only nearly has its address is not", async () => {
  await storeSetting(runtime, brandSetting, { ...brandSetting.default, number: 1, colour: "#00776A" });
  const { styles = "" } = (await pageBrand(runtime)) ?? {};
  const sheet = await ask(styles);
  expect(sheet.status).toBe(200);
  expect(sheet.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(sheet.headers.get("cache-control")).toBe(forGood);
  expect(await sheet.text()).toContain("--color-pen:#00776A");
  expect((await ask("/brand/1-000000000000.css")).headers.get("cache-control")).toBe("no-store");
  for (const path of ["/brand/2-000000000000.css", "/brand/1-000000000000-192.png", "/brand/x", "/brand/..%2f1.css"])
    expect((await ask(path)).status, path).toBe(404);
});

test("a picture that is opened by itself runs nothing and asks for nothing", async () => {
  const id = "0123456789abcdef0123456789abcdef";
  const data = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
  const row = { id, type: "svg" as const, width: 1, height: 1, data, createdAt: runtime.clock() };
  await runtime.db.insert(brandPictures).values(row);
  for (const _turn of ["from the database", "from memory"]) {
    const { status, headers } = await ask(`/brand/${id}.svg`);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": forGood,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
  }
  expect((await ask(`/brand/${id}.png`)).status).toBe(404);
});
