import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { begin, metadata, patch, tus } from "#tests/support/files.ts";
import { files } from "../tables.ts";
import { idOf, tusFixture } from "../tus-fixture.testing.ts";
import { readMetadata } from "./upload.ts";

const { runtime, owner, original, offsetOf, rowOf } = await tusFixture();
const offsetBytes = "application/offset+octet-stream";
const started = async (size: number) => `/files/${idOf(await begin(runtime, owner, size))}`;

describe("every exchange", () => {
  test("a response names the version, whatever it says", async () => {
    const path = await started(10);
    const answers = [
      await begin(runtime, owner, 10),
      await begin(runtime, owner, -1),
      await begin(runtime, null, 10),
      await tus(runtime, owner, path, { method: "HEAD" }),
      await patch(runtime, owner, path, 5, randomBytes(1)),
      await patch(runtime, owner, path, 0, randomBytes(10)),
      await tus(runtime, owner, `/files/${newId()}`, { method: "DELETE" }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 400, 401, 200, 409, 204, 404]);
    for (const answer of answers) expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
  });

  test.each([["0.2.2"], ["1.0.1"], [""]])(
    "version %j: 412, which version it is, and nothing was done",
    async (version) => {
      const before = await runtime.db.$count(files);
      const answer = await begin(runtime, owner, 10, { "tus-resumable": version });
      expect([answer.status, answer.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
      expect(await runtime.db.$count(files)).toBe(before);
    },
  );

  test("OPTIONS says what the server can, and takes no notice of a version", async () => {
    for (const path of ["/files", `/files/${newId()}`]) {
      const answer = await tus(runtime, null, path, { method: "OPTIONS", headers: { "tus-resumable": "9" } });
      expect([answer.status, answer.headers.get("tus-version")]).toEqual([204, "1.0.0"]);
      expect(answer.headers.get("tus-extension")).toBe("creation,creation-with-upload,termination,checksum,expiration");
      expect(answer.headers.get("tus-checksum-algorithm")).toBe("sha1,sha256");
      expect(answer.headers.get("tus-max-size")).toBe(String(512 * 1024 * 1024));
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("X-HTTP-Method-Override is the method of a POST, and of nothing else", async () => {
    const path = await started(10);
    const asking = (method: string, override: string, more: Record<string, string> = {}, body?: string) =>
      tus(runtime, owner, path, {
        method,
        headers: { "x-http-method-override": override, ...more },
        ...(body && { body }),
      });
    const bytes = { "content-type": offsetBytes, "upload-offset": "0" };
    expect((await asking("POST", "PATCH", bytes, "12345")).headers.get("upload-offset")).toBe("5");
    expect((await asking("GET", "DELETE")).status).toBe(404);
    expect((await asking("HEAD", "DELETE")).headers.get("upload-offset")).toBe("5");
    expect((await asking("POST", "constructor")).status).toBe(405);
    expect((await asking("POST", "delete")).status).toBe(204);
    expect((await tus(runtime, owner, path, { method: "HEAD" })).status).toBe(404);
  });
});

describe("HEAD", () => {
  test("offset, length and metadata, at the begin and at the end; never cached", async () => {
    const facts = { filename: "Über uns.pdf", filetype: "application/pdf", purpose: "order", about: "new" };
    const begun = await begin(runtime, owner, 10, { "upload-metadata": metadata(facts) });
    const path = begun.headers.get("location") ?? "";
    for (const offset of ["0", "10"]) {
      const answer = await tus(runtime, owner, path, { method: "HEAD" });
      expect(answer.status).toBe(200);
      expect([answer.headers.get("upload-offset"), answer.headers.get("upload-length")]).toEqual([offset, "10"]);
      expect(Object.fromEntries(readMetadata(answer.headers.get("upload-metadata")))).toEqual(facts);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      if (offset === "0") expect((await patch(runtime, owner, path, 0, randomBytes(10))).status).toBe(204);
    }
  });

  test("of an upload that is not there: no offset", async () => {
    const answer = await tus(runtime, owner, `/files/${newId()}`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([404, null]);
  });
});

describe("PATCH", () => {
  test("the new offset is the old one and what came; nothing else says where it continues", async () => {
    const bytes = randomBytes(10);
    const path = await started(10);
    expect((await patch(runtime, owner, path, 0, bytes.subarray(0, 4))).headers.get("upload-offset")).toBe("4");
    expect((await patch(runtime, owner, path, 4, new Uint8Array())).headers.get("upload-offset")).toBe("4");
    expect((await patch(runtime, owner, path, 4, bytes.subarray(4))).headers.get("upload-offset")).toBe("10");
    expect(Buffer.from(await original(idOf(new Response(null, { headers: { location: path } })))).equals(bytes)).toBe(
      true,
    );
  });

  test.each<[string, Record<string, string>, number]>([
    ["another type of body", { "content-type": "application/octet-stream", "upload-offset": "0" }, 415],
    ["no offset", { "content-type": offsetBytes }, 400],
    ["a negative offset", { "content-type": offsetBytes, "upload-offset": "-1" }, 400],
    ["another offset", { "content-type": offsetBytes, "upload-offset": "1" }, 409],
    ["another length", { "content-type": offsetBytes, "upload-offset": "0", "upload-length": "11" }, 400],
    [
      "a checksum nobody knows",
      { "content-type": offsetBytes, "upload-offset": "0", "upload-checksum": "md5 YQ==" },
      400,
    ],
  ])("%s: nothing of the upload changes", async (_name, headers, status) => {
    const path = await started(10);
    expect((await tus(runtime, owner, path, { method: "PATCH", headers, body: "12345" })).status).toBe(status);
    expect(await offsetOf(path.replace("/files/", ""))).toBe("0");
  });
});

describe("POST", () => {
  test("without bytes: 201 and where the upload is", async () => {
    const answer = await begin(runtime, owner, 10);
    expect([answer.status, answer.headers.get("upload-offset")]).toEqual([201, null]);
    expect(answer.headers.get("location")).toMatch(/^\/files\/[0-9a-f-]{36}$/);
  });

  test("with the first bytes: 201, where the upload is, and how far it came", async () => {
    const announced = {
      "upload-length": "10",
      "upload-metadata": metadata({ filename: "a.txt", purpose: "order" }),
      "content-type": offsetBytes,
    };
    for (const body of ["1234", "1234567890"]) {
      const answer = await tus(runtime, owner, "/files", { method: "POST", headers: announced, body });
      expect([answer.status, answer.headers.get("upload-offset")]).toEqual([201, String(body.length)]);
      expect((await rowOf(idOf(answer)))?.state !== "receiving").toBe(body.length === 10);
      expect(answer.headers.has("upload-expires")).toBe(body.length < 10);
    }
    const before = await runtime.db.$count(files);
    expect(
      (await tus(runtime, owner, "/files", { method: "POST", headers: announced, body: "12345678901" })).status,
    ).toBe(413);
    expect(await runtime.db.$count(files), "nobody knows its address").toBe(before);
  });

  test.each([
    ["filename notbase64!"],
    ["filename YQ"],
    ["filename YQ==,filename Yg=="],
    [",filename YQ=="],
    ["a b c"],
    ["filename YQ==  x"],
  ])("metadata that is none: %j", async (header) => {
    expect((await begin(runtime, owner, 10, { "upload-metadata": header })).status).toBe(400);
  });

  test("a key without a value, and keys of objects, are ordinary", () => {
    expect(Object.fromEntries(readMetadata("empty,__proto__ YQ==, filename Yg=="))).toEqual(
      Object.fromEntries([
        ["empty", ""],
        ["__proto__", "a"],
        ["filename", "b"],
      ]),
    );
    expect(readMetadata(null).size + readMetadata(" ").size).toBe(0);
  });
});
