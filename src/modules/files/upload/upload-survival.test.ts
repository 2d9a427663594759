import { expect, test } from "vitest";
import { device, file, phases } from "./device.testing.ts";
import { sentIds } from "./upload-rows.ts";

const known = { id: "u1", name: "a", size: 600_000, received: 262_144, found: null, refusal: null };
const methods = ({ server }: ReturnType<typeof device>) => server.asked.map(({ method }) => method);

test("after a reload the file that the device kept continues where it stopped", async () => {
  const here = device();
  here.open().add([file("a", 600_000)]);
  await here.net("ok", "ok");
  here.reload();
  const list = here.open();
  await list.restore([known]);
  await here.net("ok", "ok", "ok");
  expect(list.rows()).toMatchObject([{ name: "a", size: 600_000, phase: { at: "sent", id: "u1" } }]);
  expect(methods(here)).toEqual(["POST", "PATCH", "PATCH", "HEAD", "PATCH", "PATCH"]);
  expect(here.files.all.size).toBe(0);
});

test("a file that the device did not keep continues when it is chosen again", async () => {
  const here = device();
  here.open().add([file("a", 600_000)]);
  await here.net("ok", "ok");
  here.reload();
  here.files.all.clear();
  const list = here.open();
  await list.restore([known]);
  expect(list.rows()).toMatchObject([{ phase: { at: "stopped", received: 262_144 } }]);
  list.add([file("a", 600_000)]);
  await here.net("ok", "ok", "ok");
  expect(list.rows()).toMatchObject([{ phase: { at: "sent", id: "u1" } }]);
});

test("another file of the same name is another file", async () => {
  const here = device();
  here.open().add([file("a", 600_000, 1)]);
  await here.net("ok", "ok");
  here.reload();
  const list = here.open();
  list.add([file("a", 600_000, 2)]);
  await here.net("ok");
  expect(methods(here).slice(-2)).toEqual(["POST", "PATCH"]);
});

test("two tabs do not send the same file twice", async () => {
  const here = device();
  const [one, two] = [here.open(), here.open()];
  one.add([file("a", 300_000)]);
  two.add([file("a", 300_000)]);
  await here.net("ok", "ok");
  expect([phases(one), phases(two), here.server.open.length]).toEqual([["running"], ["elsewhere"], 1]);
  await here.net("ok", "ok");
  expect([one, two].map((list) => sentIds(list.rows()))).toEqual([["u1"], ["u1"]]);
  expect(methods(here)).toEqual(["POST", "PATCH", "PATCH", "HEAD"]);
});

test("what the server has complete is there, what it refused says why", async () => {
  const list = device().open();
  await list.restore([
    { ...known, received: 600_000 },
    { ...known, id: "u2", received: 600_000, refusal: "This file unpacks to too much." },
  ]);
  await list.restore([{ ...known, received: 600_000 }]);
  expect(list.rows().map(({ phase }) => phase)).toEqual([
    { at: "sent", id: "u1", found: null },
    { at: "failed", message: "This file unpacks to too much.", again: false },
  ]);
});

test("a guest's files wait for the sign-in and then continue in the account", async () => {
  const { open, net, files } = device();
  const guest = open({ account: null, guestKey: "form-1" });
  guest.add([file("a", 10)]);
  await net();
  expect(phases(guest)).toEqual(["held"]);
  const list = open();
  await list.restore([], "guest:form-1");
  await net("ok");
  expect(phases(list)).toEqual(["sent"]);
  expect(files.all.size).toBe(0);
});
