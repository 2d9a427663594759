import { expect, test } from "vitest";
import { invalid, refuse, stepUp } from "#src/shared/outcome.ts";
import { refusedForm, textsIn } from "./refused-form.ts";

test("the first message of a field stands beside it, under the form's own name, and none about the whole", () => {
  const refusal = invalid([
    { path: "deadline", message: "Choose a day." },
    { path: "deadline", message: "Second" },
    { path: "pages", message: "Write a number from 1." },
  ]);
  const answer = refusedForm(refusal, { pages: "x" }, { step: "quote" }, (path) => path.replace("line", "lineDate"));
  expect(answer).toMatchObject({
    data: {
      step: "quote",
      values: { pages: "x" },
      errors: { deadlineDate: "Choose a day.", pages: "Write a number from 1." },
    },
    init: { status: 422 },
  });
  expect(answer.data).not.toHaveProperty("message");
});

test("a refusal without a field applies to the whole form, with its status and the seconds to wait", () => {
  expect(refusedForm(refuse("too-many", "Wait a minute.", { retryAfter: 60 }))).toEqual({
    type: "DataWithResponseInit",
    data: { errors: {}, values: {}, message: "Wait a minute." },
    init: { status: 429, headers: { "retry-after": "60" } },
  });
  expect(refusedForm(stepUp()).data).toMatchObject({ stepUp: true });
});

test("texts of a form keep their line ends as they were typed; files are left out", () => {
  const form = new FormData();
  form.set("points", "one\r\ntwo");
  form.set("file", new Blob(["x"]));
  expect(textsIn(form)).toEqual({ points: "one\ntwo" });
});
