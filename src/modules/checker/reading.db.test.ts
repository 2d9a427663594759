import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fileWork, workPort } from "#src/modules/files/index.server.ts";
import type { Viewer } from "#src/shared/viewer.ts";
import { machineLike } from "#tests/support/checked-texts.ts";
import { drawnPdf } from "#tests/support/drawn-pdf.ts";
import { createTestRuntime, ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { checkProgress } from "./checking/check-text.ts";
import { checkerPort, checkerWork, checkFile } from "./index.server.ts";
import { checkForm } from "./screens/check-form.server.ts";

const never = new AbortController().signal;
const files = fileWork({ workers: 1 });
const checker = checkerWork(".");
let runtime: TestRuntime;
beforeAll(async () => {
  runtime = await createTestRuntime({ ports: [[checkerPort, checker] as const, [workPort, files] as const] });
});
afterAll(async () => {
  await Promise.all([files.close(), checker.close()]);
  await runtime.drop();
});

test("while a PDF is read its page can be asked for; who cancels ends the reading at once", async () => {
  const ctx = ctxFor(runtime, { kind: "person", id: "p1" } as Viewer);
  const pages = 1000;
  const stop = new AbortController();
  const long = new File([(await drawnPdf(machineLike, pages, 30_000)) as BlobPart], "long.pdf");
  const reading = checkFile(ctx, long, { signal: stop.signal });
  const pageOf = (): number => {
    const progress = checkProgress(ctx);
    return progress?.stage === "reading" && progress.pages === pages ? (progress.page ?? 0) : 0;
  };
  await vi.waitFor(() => expect(pageOf()).toBeGreaterThan(1), { timeout: 60_000 });
  const before = pageOf();
  expect(before).toBeLessThan(pages);
  stop.abort();
  expect(await reading).toMatchObject({ ok: false, message: "Reading this file was cancelled." });
  expect(checkProgress(ctx)).toBeNull();
  const short = new File([machineLike], "short.txt");
  expect(await checkFile(ctx, short)).toMatchObject({ value: { checked: { value: { band: "likely-ai" } } } });
});

test("a form says what a file held and what was left out before the answer, and has it read when asked", async () => {
  const ctx = ctxFor(runtime, { kind: "person", id: "p2" } as Viewer);
  const sent = (fields: Readonly<Record<string, string | File>>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const hidden = readFileSync(new URL("../files/clean/samples/documents/hidden.docx", import.meta.url));
  const word = await checkForm(ctx, sent({ file: new File([hidden], "hidden.docx") }), never);
  expect(word).toMatchObject({ found: "206 words", left: ["206 hidden words"], whole: false, report: { words: 206 } });
  const text = `${machineLike}\nconst a = b(1);\n`;
  const partly = await checkForm(ctx, sent({ text }), never);
  expect(partly).toMatchObject({ report: { left: { code: 1 } }, whole: false });
  const whole = await checkForm(ctx, sent({ text, intent: "whole", found: "9 words", left: "2 hidden words" }), never);
  expect(whole).toMatchObject({
    report: { left: { code: 0 } },
    whole: true,
    found: "9 words",
    left: ["2 hidden words"],
  });
});
