import { expect, test } from "vitest";
import { endpoint, memory } from "./device.testing.ts";
import { forgetUrls, keptUrls, markOf } from "./kept.ts";

test("addresses of others are forgotten", () => {
  const storage = memory();
  const urls = keptUrls(storage, () => 0);
  const mark = (account: string) =>
    markOf({ account, purpose: "order", about: "new", name: "a:b", size: 1, type: "", modified: 1 });
  for (const account of ["ann", "annabel", "bob"]) urls.write(mark(account), `${endpoint}/${account}`);
  storage.setItem("theme", "dark");
  forgetUrls(storage, "ann");
  expect([urls.read(mark("ann")), urls.read(mark("annabel")), urls.read(mark("bob"))]).toEqual([
    `${endpoint}/ann`,
    null,
    null,
  ]);
  forgetUrls(storage, null);
  expect([...storage.all.keys()]).toEqual(["theme"]);
});

test("foreign words in the storage count as nothing, and so does an old address", () => {
  const storage = memory();
  let now = 0;
  const urls = keptUrls(storage, () => now);
  for (const foreign of ["{", "1", "[]", '{"url":1,"at":1}']) {
    storage.setItem("upload:x", foreign);
    expect(urls.read("upload:x")).toBeNull();
  }
  urls.write("upload:x", endpoint);
  now = 7 * 86_400_000;
  expect(urls.read("upload:x")).toBeNull();
});
