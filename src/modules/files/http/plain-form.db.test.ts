import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Person } from "#src/shared/viewer.ts";
import { files } from "../tables.ts";
import { tusFixture } from "../tus-fixture.testing.ts";

const { runtime, owner, rowOf } = await tusFixture();
const checked = async (id: string) => {
  await vi.waitFor(async () => expect((await rowOf(id))?.state).not.toBe("checking"), { timeout: 60_000 });
  return rowOf(id);
};
const names = () => {
  const folder = join(runtime.folder, "files");
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
};

const post = (fields: Record<string, string>, file: File | null, who: Person | null = owner) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append("file", file);
  return fetch(`${runtime.url}/files/plain`, {
    method: "POST",
    body: form,
    redirect: "manual",
    headers: { origin: runtime.url, ...(who && { cookie: runtime.as(who) }) },
  });
};
const to = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://x");
test("takes one file and goes back with its id", async () => {
  const bytes = randomBytes(3_000_000);
  const answer = await post(
    { purpose: "order", about: "o1", next: "/order?service=quiz#files" },
    new File([bytes], "Ein „Brief“.bin"),
  );
  expect(answer.status).toBe(303);
  const back = to(answer);
  expect([back.pathname, back.searchParams.get("service"), back.hash]).toEqual(["/order", "quiz", "#files"]);
  const id = back.searchParams.get("uploaded") ?? "";
  const row = await checked(id);
  expect(row).toMatchObject({ state: "ready", name: "Ein „Brief“.bin", size: bytes.length, about: "o1" });
  const mine = await fetch(`${runtime.url}/files/${id}/x`, { headers: { cookie: runtime.as(owner) } });
  expect(Buffer.from(await mine.arrayBuffer()).equals(bytes)).toBe(true);
});

test("says why not, beside the form, and keeps nothing", async () => {
  const stored = () => names().filter((name) => name.length > 30).length;
  const before = stored();
  const message = async (fields: Record<string, string>, file: File | null) =>
    to(await post({ next: "/order", ...fields }, file)).searchParams.get("upload-refused");
  const over = new File([new Uint8Array(20 * 1024 * 1024 + 1)], "big.bin");
  expect(await message({ purpose: "order" }, over)).toBe("This file is too large. A file can have up to 20\u00a0MB.");
  expect(await message({ purpose: "order" }, new File([], "empty.txt"))).toBe("This file is empty.");
  expect(await message({ purpose: "order" }, null)).toBe("Choose a file first.");
  expect(await message({ purpose: "nowhere" }, new File(["x"], "a.txt"))).toBe("Say where the file belongs.");
  expect(await message({ purpose: "order" }, new File(["x"], "../../a.txt"))).toContain("slashes");
  expect(stored()).toBe(before);
  expect(to(await post({ purpose: "order", next: "https://evil.example/" }, new File(["x"], "a.txt"))).pathname).toBe(
    "/dashboard",
  );
  expect(to(await post({}, null, null)).pathname).toBe("/login");
});

test("a form that breaks off or is none leaves nothing", async () => {
  const count = async () => (await runtime.db.select({ id: files.id }).from(files)).length;
  const before = await count();
  for (const [type, body] of [
    [
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\norder\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome by',
    ],
    ["multipart/form-data; boundary=x", "nothing of the kind"],
    [
      "multipart/form-data; boundary=x",
      `--x\r\ncontent-disposition: form-data; name="next"\r\n\r\n${"/".repeat(3_000)}\r\n--x--\r\n`,
    ],
    ["multipart/form-data", "--x"],
    ["application/x-www-form-urlencoded", "file=a"],
  ] as const) {
    const answer = await fetch(`${runtime.url}/files/plain`, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { origin: runtime.url, cookie: runtime.as(owner), "content-type": type },
    });
    expect(answer.status).toBe(303);
    expect(to(answer).searchParams.get("upload-refused")).toBeTruthy();
  }
  expect(await count()).toBe(before);
});

test("a sender that goes away in the middle of a file leaves nothing", async () => {
  const { hostname, port } = new URL(runtime.url);
  const head =
    '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\norder\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  const count = () => runtime.db.$count(files);
  const before = await count();
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `POST /files/plain HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${runtime.url}\r\ncookie: ${runtime.as(owner)}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n${head}`,
    );
    socket.write(randomBytes(300_000));
  });
  socket.on("error", () => undefined);
  await expect.poll(count).toBe(before + 1);
  socket.destroy();
  await expect.poll(count).toBe(before);
});
