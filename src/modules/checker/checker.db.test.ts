import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "#src/shared/viewer.ts";
import { machineLike } from "../../../tests/support/checked-texts.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "../../../tests/support/runtime.ts";
import { checkerPort, checkerWork, checkHandlers, checksAnHour, checkText } from "./index.server.ts";

const work = checkerWork(".");
const empty = mkdtempSync(join(tmpdir(), "no-model-"));
let runtime: TestRuntime;
const person = (id: string) => ctxFor(runtime, { kind: "person", id } as Viewer);

beforeAll(async () => {
  runtime = await createTestRuntime({ ports: [[checkerPort, work]] });
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
  test("answers with score, band and coloured sentences", async () => {
    const answer = await post({ text: machineLike });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({ band: "likely-ai", weak: false, doubts: [] });
  });

  test("refuses nothing, too much, other fields, and guests", async () => {
    const statuses = [await post({ text: " " }), await post({ text: "a".repeat(50_001) }), await post({ texts: [] })];
    expect(statuses.map(({ status }) => status)).toEqual([422, 422, 422]);
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

describe("without a model", () => {
  test("nothing is installed, and a text is refused in words", async () => {
    const none = checkerWork(empty);
    expect(none.isInstalled()).toBe(false);
    expect(await none.check(machineLike)).toMatchObject({ ok: false, code: "unavailable" });
    await none.close();
  });
});
