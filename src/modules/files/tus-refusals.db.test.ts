import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import type { Person } from "#src/shared/viewer.ts";
import { begin, metadata, patch, send, tus, withoutId } from "#tests/support/files.ts";
import { idOf, tusFixture } from "./tus-fixture.testing.ts";

const { runtime, owner, other, rowOf, original, offsetOf } = await tusFixture();

describe("who may touch an upload", () => {
  const verbs = ["HEAD", "PATCH", "DELETE"] as const;
  test.each(verbs)(
    "%s: a foreign upload answers exactly like one that never was; a guest signs in first",
    async (verb) => {
      const id = idOf(await begin(runtime, owner, 1000));
      const ask = async (who: Person | null, at: string) => {
        const answer = await (verb === "PATCH"
          ? patch(runtime, who, `/files/${at}`, 0, randomBytes(10))
          : tus(runtime, who, `/files/${at}`, { method: verb }));
        const ofRequest = ["date", "connection", "keep-alive", "x-request-id"];
        const headers = [...answer.headers].filter(([name]) => !ofRequest.includes(name));
        return { status: answer.status, headers, body: withoutId(await answer.text()) };
      };
      const foreign = await ask(other, id);
      expect(foreign.status).toBe(404);
      for (const strange of [newId(), "nothing", "..%2f..%2fetc%2fpasswd", "%252e%252e", `${id}%00`, "a%5cb"])
        expect(await ask(other, strange), strange).toEqual(foreign);
      expect((await ask(null, id)).status).toBe(401);
      expect((await ask(null, newId())).status).toBe(401);
      expect(await offsetOf(id)).toBe("0");
    },
  );

  test("a guest cannot begin, and another site cannot write", async () => {
    expect((await begin(runtime, null, 1000)).status).toBe(401);
    for (const origin of ["https://evil.example", "null"])
      for (const method of ["POST", "PATCH", "DELETE"])
        expect((await tus(runtime, owner, `/files/${newId()}`, { method, headers: { origin } })).status).toBe(403);
  });

  test("reading an upload's own address gives nothing, also to its owner", async () => {
    const id = await send(runtime, owner);
    expect((await tus(runtime, owner, `/files/${id}`)).status).toBe(404);
    expect((await tus(runtime, owner, `/files/${id}`, { method: "POST" })).status).toBe(405);
    expect((await tus(runtime, owner, "/files", { method: "PUT" })).status).toBe(405);
  });
});

describe("what the protocol refuses", () => {
  const max = 512 * 1024 * 1024;
  test.each<[string, string | number, number]>([
    ["a negative length", -1, 400],
    ["an empty file", 0, 400],
    ["one byte over the limit", max + 1, 413],
    ["2^53", 2 ** 53, 413],
    ["no number", "many", 400],
    ["a fraction", "1.5", 400],
    ["an exponent", "1e3", 400],
  ])("%s", async (_name, size, status) => {
    expect((await begin(runtime, owner, size)).status).toBe(status);
  });

  test("exactly the limit may begin", async () => {
    const answer = await begin(runtime, owner, max);
    expect(answer.status).toBe(201);
    await tus(runtime, owner, `/files/${idOf(answer)}`, { method: "DELETE" });
  });

  test("a length that comes later, and files put together from parts", async () => {
    const later = await tus(runtime, owner, "/files", { method: "POST", headers: { "upload-defer-length": "1" } });
    expect(later.status).toBe(501);
    expect((await begin(runtime, owner, 10, { "upload-concat": "partial" })).status).toBe(501);
    expect((await begin(runtime, owner, 10, { "upload-concat": "final;/files/a /files/b" })).status).toBe(501);
  });

  test.each<[string, Record<string, string>]>([
    ["a line break in the name", { filename: "a\r\nb", purpose: "order" }],
    ["a line break in the type", { filename: "a", filetype: "text/html\r\nx: y", purpose: "order" }],
    ["a NUL", { filename: "a\0.exe", purpose: "order" }],
    ["a path", { filename: "../../etc/passwd", purpose: "order" }],
    ["a Windows path", { filename: "..\\x", purpose: "order" }],
    ["two dots", { filename: "..", purpose: "order" }],
    ["no place", { filename: "a" }],
    ["an unknown place", { filename: "a", purpose: "__proto__" }],
  ])("metadata with %s", async (_name, facts) => {
    expect((await begin(runtime, owner, 10, { "upload-metadata": metadata(facts) })).status).toBe(400);
  });

  test("another offset 409, more bytes than announced 413, a changed length, another type of body", async () => {
    const id = idOf(await begin(runtime, owner, 1000));
    expect((await patch(runtime, owner, `/files/${id}`, 5, randomBytes(10))).status).toBe(409);
    expect((await patch(runtime, owner, `/files/${id}`, 0, randomBytes(1001))).status).toBe(413);
    const stream = new ReadableStream({
      start: (controller) => {
        for (let i = 0; i < 11; i += 1) controller.enqueue(randomBytes(100));
        controller.close();
      },
    });
    expect((await patch(runtime, owner, `/files/${id}`, 0, stream)).status).toBe(413);
    expect((await rowOf(id))?.state).toBe("receiving");
    const changed = await tus(runtime, owner, `/files/${id}`, {
      method: "PATCH",
      headers: {
        "upload-offset": (await offsetOf(id)) ?? "",
        "upload-length": "2000",
        "content-type": "application/offset+octet-stream",
      },
    });
    expect(changed.status).toBe(400);
    expect(
      (
        await tus(runtime, owner, `/files/${id}`, {
          method: "PATCH",
          headers: { "upload-offset": "0", "content-type": "text/plain" },
          body: "x",
        })
      ).status,
    ).toBe(415);
    expect((await rowOf(id))?.size).toBe(1000);
  });

  test("a finished upload takes no more bytes", async () => {
    const bytes = randomBytes(1000);
    const id = await send(runtime, owner, { bytes });
    expect((await patch(runtime, owner, `/files/${id}`, 0, bytes)).status).toBe(409);
    expect((await patch(runtime, owner, `/files/${id}`, 1000, randomBytes(1))).status).toBe(413);
    expect((await patch(runtime, owner, `/files/${id}`, 1000, new Uint8Array())).status).toBe(204);
    expect(Buffer.from(await original(id)).equals(bytes)).toBe(true);
  });

  test("answers are problem details with words, and keep the header set", async () => {
    const answer = await begin(runtime, owner, max + 1);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    const empty = (await (await begin(runtime, owner, 0)).json()) as { title: string };
    expect(empty.title).toBe("This file is empty.");
  });
});
