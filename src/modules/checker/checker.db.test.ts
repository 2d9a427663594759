import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workPort } from "#src/modules/files/index.server.ts";
import { invalid } from "#src/shared/outcome.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { machineLike } from "../../../tests/support/checked-texts.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "../../../tests/support/runtime.ts";
import { checkDto } from "./http.ts";
import { checkerPort, checkerWork, checkFile, checkHandlers, checksAnHour, checkText } from "./index.server.ts";

const work = checkerWork(".");
let reads = 0;
/** Finds no file readable. */
const fileReader = {
  detect: async () => {
    reads += 1;
    return invalid([{ path: "file", message: "No." }]);
  },
};
const empty = mkdtempSync(join(tmpdir(), "no-model-"));
let runtime: TestRuntime;
const person = (id: string) => ctxFor(runtime, { kind: "person", id } as Viewer);

beforeAll(async () => {
  runtime = await createTestRuntime({
    ports: [
      [checkerPort, work],
      [workPort, fileReader],
    ],
  });
});
afterAll(async () => {
  await work.close();
  await runtime.drop();
  rmSync(empty, { recursive: true });
});

const post = (body: unknown, id = "p1") =>
  checkHandlers.post(
    new Request("http://localhost/api/checks", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    person(id),
  );

describe("POST /api/checks", () => {
  test("answers with band, evidence, coloured sentences and error rates, and with no score", async () => {
    const answer = await post({ text: machineLike });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = checkDto.parse(await answer.json());
    expect(body).toMatchObject({ band: "likely-ai", register: "common", weak: false, doubts: [] });
    expect(body.evidence[0]).toMatchObject({ name: expect.any(String), value: expect.any(Number) });
    expect(body.rates[0]).toMatchObject({
      kind: "All kinds",
      humans: { k: expect.any(Number), n: expect.any(Number) },
    });
    expect(body.sentences.length).toBeGreaterThan(0);
    expect(body).not.toHaveProperty("score");
  });

  test("says what was left out before it looked, and looks at that too when asked", async () => {
    const text = `${machineLike}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nconst total = 1;\n\nReferences\nSmith, J. (2020). A book. Press.`;
    const [some, all] = await Promise.all(
      [{ text }, { text, whole: true }].map(async (body) => checkDto.parse(await (await post(body)).json())),
    );
    expect(some?.left).toEqual({ code: 1, table: 3, references: 2 });
    expect(all?.left).toEqual({ code: 0, table: 0, references: 0 });
    expect(all?.words).toBeGreaterThan(some?.words ?? 0);
  });

  test("refuses nothing, too much, other fields, and guests", async () => {
    const statuses = [
      await post({ text: " " }),
      await post({ text: "a".repeat(50_001) }),
      await post({ texts: [] }),
      await post({ text: "a", file: "b" }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    expect((await checkText(ctxFor(runtime), machineLike)).ok).toBe(false);
  });

  test("after the hour's checks it says how long to wait; others go on", async () => {
    const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
    for (let n = 0; n < most; n++) await checkText(person("p2"), "short");
    const refused = await post({ text: machineLike }, "p2");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post({ text: machineLike }, "p3")).status).toBe(200);
  });
});

describe("one person cannot take the checker from the others", () => {
  const text = (content: string) => new File([content], "a.txt", { type: "text/plain" });

  test("of forty texts at once three are checked, and somebody else's is checked, too", async () => {
    const mine = Array.from({ length: 40 }, () => checkText(person("p4"), machineLike));
    const theirs = checkText(person("p5"), machineLike);
    const met = await Promise.all(mine);
    expect(met.filter(({ ok }) => ok)).toHaveLength(3);
    expect(met.find(({ ok }) => !ok)).toMatchObject({ code: "too-many", retryAfter: 10 });
    expect(await theirs).toMatchObject({ ok: true });
    expect(await checkText(person("p4"), machineLike)).toMatchObject({ ok: true });
  });

  test("a file counts before it is read, also when it cannot be", async () => {
    const most = Math.ceil(checksAnHour * runtime.config.limitsFactor);
    for (let n = 0; n < most; n++) expect((await checkFile(person("p6"), text("x"))).ok).toBe(false);
    reads = 0;
    expect(await checkFile(person("p6"), text("x"))).toMatchObject({ code: "too-many" });
    expect(reads).toBe(0);
  });
});

describe("without a model", () => {
  test("nothing is installed, and a text is refused in words", async () => {
    const none = checkerWork(empty);
    expect(none.isInstalled()).toBe(false);
    expect(await none.check(machineLike)).toMatchObject({ ok: false, code: "unavailable" });
    await none.close();
  });
});
