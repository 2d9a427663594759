import { expect, test } from "vitest";
import { menuSetting } from "#src/modules/operator/index.server.ts";
import { hourMs } from "#src/shared/units.ts";
import { createTestRuntime, forThisFile } from "#tests/support/runtime.ts";
import { storeSetting } from "#tests/support/settings.ts";
import { openPages } from "./pages.ts";

const runtime = await forThisFile(createTestRuntime());

test("a kept page ends when the notice above it begins or ends, without a save and without a stale answer", async () => {
  const now = runtime.clock();
  const at = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const notice = { ...menuSetting.default.notice, text: "Closed", from: at(1), until: at(2) };
  await storeSetting(runtime, menuSetting, { ...menuSetting.default, number: 1, notice });
  let renders = 0;
  const render = async () => {
    renders += 1;
    return new Response(`<p>render ${renders}</p>`);
  };
  const pages = openPages(runtime, render, false);
  const read = async () => (await pages.answer("/", new Request("https://shop.example/")))?.text();
  expect(await read()).toBe("<p>render 1</p>");
  expect(await read(), "kept").toBe("<p>render 1</p>");
  for (const [hours, words] of [
    [1, "<p>render 2</p>"],
    [1.5, "<p>render 2</p>"],
    [2, "<p>render 3</p>"],
    [3, "<p>render 3</p>"],
  ] as const) {
    runtime.setNow(new Date(at(hours)));
    await runtime.settings.version();
    expect(await read(), `after ${hours} hours`).toBe(words);
  }
  expect(pages.ready("/")?.raw.toString()).toBe("<p>render 3</p>");
});
