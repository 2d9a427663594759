import { expect, test } from "vitest";
import { type RefusalCode, refuse } from "#src/shared/outcome.ts";
import { answerTo } from "./saved-answer.ts";

test.each<[RefusalCode, number]>([
  ["too-many", 429],
  ["unavailable", 503],
  ["conflict", 409],
  ["step-up", 403],
])("prices that were not saved: %s is answered with %i, in words, with what was typed", (code, status) => {
  const { data, init } = answerTo(refuse(code, "Not now.", { retryAfter: 60 }), { reason: "Spring" });
  expect(init).toMatchObject({ status, headers: { "retry-after": "60" } });
  expect(data).toMatchObject({ success: false, error: "Not now.", message: "Not now.", values: { reason: "Spring" } });
});
