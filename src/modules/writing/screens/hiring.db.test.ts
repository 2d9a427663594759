import { expect, test } from "vitest";
import { createPerson } from "#tests/support/people.ts";
import { createTestRuntime, ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { ownApplication } from "../queries/applications.ts";
import { submitHiring } from "./hiring.server.ts";

const runtime = await forThisFile(createTestRuntime());

test("what was typed outlasts a sending that is refused for want of samples", async () => {
  const ctx = ctxFor(runtime, await createPerson(runtime, { role: 1 }));
  const task = "One idea that beginners often misunderstand is what a cause is. ".repeat(15);
  const body = new URLSearchParams({ name: "Tomas Berg", country: "SE", task, consent: "on", files: "" });
  const answer = await submitHiring(ctx, new Request("http://localhost/hiring", { method: "POST", body }));
  expect(answer).toMatchObject({ init: { status: 422 } });
  const kept = await ownApplication(ctx, {});
  expect(kept).toMatchObject({ ok: true, value: { fields: { name: "Tomas Berg", task } } });
});
