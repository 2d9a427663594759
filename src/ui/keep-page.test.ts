import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import { sendOrKeep, unlessNotSent } from "./keep-page.ts";

const kept = { step: "send" };

test("an answer is passed on, whatever it is", async () => {
  expect(await sendOrKeep(async () => ({ message: "This answer is missing." }), kept)).toEqual({
    message: "This answer is missing.",
  });
});

test.each([
  ["records that are away", new ErrorResponse(503, "Service Unavailable", "")],
  ["a fault", new ErrorResponse(500, "Internal Server Error", "")],
  ["a connection that is lost", new TypeError("Failed to fetch")],
])("%s leave the page as it is", async (_, error) => {
  expect(await sendOrKeep(() => Promise.reject(error), kept)).toEqual({
    type: "DataWithResponseInit",
    data: { step: "send", errors: {}, values: {}, message: expect.stringContaining("Send it again") },
    init: { status: 503 },
  });
});

test.each([
  ["a page that is not there", new ErrorResponse(404, "Not Found", "")],
  ["a way to another page", new Response(null, { status: 302 })],
])("%s continues", async (_, error) => {
  await expect(sendOrKeep(() => Promise.reject(error), kept)).rejects.toBe(error);
});

test("a page that was kept does not load again; after every other answer it does", () => {
  expect([503, 429, 422, 409, undefined].map((actionStatus) => unlessNotSent({ actionStatus }))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
