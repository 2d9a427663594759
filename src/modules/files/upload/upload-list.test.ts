import { describe, expect, test } from "vitest";
import { device, endpoint, file, phases } from "./device.testing.ts";
import { settled } from "./fake-server.testing.ts";
import { sentIds, uncheckedIds } from "./upload-rows.ts";

describe("several at once", () => {
  test("three are on their way, the next one follows the first that ends", async () => {
    const { open, net, server } = device();
    const list = open();
    list.add(["a", "b", "c", "d", "e"].map((name) => file(name, 10)));
    await net();
    expect(phases(list)).toEqual(["running", "running", "running", "queued", "queued"]);
    expect(server.open).toHaveLength(3);
    await net("ok");
    expect(phases(list)).toEqual(
      ["success", "running", "running", "running", "queued"].map((s) => (s === "success" ? "sent" : s)),
    );
    await net("too-large");
    expect(phases(list)).toEqual(["sent", "failed", "running", "running", "running"]);
    expect(sentIds(list.rows())).toEqual(["u1"]);
  });

  test("a paused file gives its turn away and takes the next free one", async () => {
    const { open, net } = device();
    const list = open();
    list.add(["a", "b", "c", "d"].map((name) => file(name, 300_000)));
    await net();
    const [first] = list.rows();
    list.pause(first?.key ?? "");
    await net();
    expect(phases(list)).toEqual(["paused", "running", "running", "running"]);
    list.resume(first?.key ?? "");
    expect(phases(list)[0]).toBe("paused");
    list.remove(list.rows()[3]?.key ?? "");
    expect(phases(list)).toEqual(["running", "running", "running"]);
  });

  test("no more than fit, none over the limit, none empty, none twice", async () => {
    const { open, net } = device();
    const list = open({ mostFiles: 3 });
    const message = list.add([
      file("a", 1_000_001),
      file("b", 0),
      file("c", 1_000_000),
      file("c", 1_000_000),
      file("d", 1),
    ]);
    await net();
    expect(message).toBe("At most 6 files fit here.");
    expect(list.rows().map(({ phase }) => (phase.at === "failed" ? phase.message : phase.at))).toEqual([
      "This file is too large.",
      "This file is empty.",
      "sending",
    ]);
  });
});

test("what the check of a sent file found: it is used, kept from others, or not used at all", async () => {
  const { open, net } = device();
  const list = open();
  list.add(["a", "b", "c"].map((name) => file(name, 10)));
  await net("ok");
  await net("ok");
  await net("ok");
  const ids = sentIds(list.rows());
  expect(uncheckedIds(list.rows())).toEqual(ids);
  const [first = "", second = "", third = ""] = ids;
  list.checked([
    { id: first, found: { withheld: "It is locked." }, refusal: null },
    { id: second, found: null, refusal: "It is a bomb." },
    { id: third, found: null, refusal: null },
    { id: "other", found: null, refusal: "not here" },
  ]);
  expect(list.rows().map(({ phase }) => phase)).toEqual([
    { at: "sent", id: first, found: { withheld: "It is locked." } },
    { at: "failed", message: "It is a bomb.", again: false },
    { at: "sent", id: third, found: null },
  ]);
  expect(sentIds(list.rows())).toEqual([first, third]);
  expect(uncheckedIds(list.rows())).toEqual([third]);
});

describe("taking away", () => {
  test("a file on its way is canceled, a paused one too, a sent one is taken back", async () => {
    const here = device();
    const list = here.open();
    list.add([file("a", 300_000), file("b", 300_000), file("c", 10)]);
    await here.net("ok", "ok", "ok");
    const [a, b] = list.rows();
    list.pause(b?.key ?? "");
    await settled();
    for (const { key } of [a, b].filter((row) => row !== undefined)) list.remove(key);
    await here.net("ok", "ok");
    expect(here.server.asked.filter(({ method }) => method === "DELETE")).toHaveLength(2);
    expect([phases(list), here.removed]).toEqual([["sent"], []]);
    list.remove(list.rows()[0]?.key ?? "");
    expect([list.rows(), here.removed]).toEqual([[], [`${endpoint}/u3`]]);
    expect([here.files.all.size, here.storage.all.size]).toEqual([0, 0]);
  });

  test("a removed file can be added again as a new upload", async () => {
    const here = device();
    const list = here.open();
    list.add([file("a", 300_000)]);
    await here.net("ok");
    const back = list.remove(list.rows()[0]?.key ?? "");
    if (back) list.add([back]);
    await settled();
    await here.net("ok", "ok", "ok", "ok");
    expect(sentIds(list.rows())).toEqual(["u2"]);
    expect(here.storage.all.size).toBe(1);
  });

  test("a form that was taken leaves nothing behind", async () => {
    const here = device();
    const list = here.open();
    list.add([file("a", 10), file("b", 10)]);
    await here.net("ok");
    list.used(["u1"]);
    expect(phases(list)).toEqual(["running"]);
    list.used();
    await settled();
    expect([list.rows(), here.files.all.size, here.storage.all.size]).toEqual([[], 0, 0]);
  });
});

test("somebody who leaves the device takes nothing from the server", async () => {
  const here = device();
  const list = here.open();
  list.add([file("a", 300_000)]);
  await here.net("ok");
  list.leave();
  await settled();
  expect([list.rows(), here.server.open, here.server.uploads.size]).toEqual([[], [], 1]);
});

test("when the connection is back, what failed by it continues by itself", async () => {
  const here = device();
  const list = here.open();
  list.add([file("a", 300_000), file("b", 10)]);
  await here.net("ok", "too-large", "signed-out");
  expect(phases(list)).toEqual(["failed", "failed"]);
  list.online();
  await here.net();
  expect(phases(list)).toEqual(["running", "failed"]);
  expect(here.server.asked.at(-1)?.method).toBe("HEAD");
});
