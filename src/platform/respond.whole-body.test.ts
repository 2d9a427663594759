import { expect, test } from "vitest";
import { bytesOf, wholeResponse } from "./respond.ts";

test("the bytes of a whole answer are taken as they are, and its body reads the same", async () => {
  const bytes = Buffer.from("a page");
  const response = wholeResponse(bytes, { status: 201, headers: { "x-kind": "page" } });
  expect(await bytesOf(response)).toBe(bytes);
  expect(response.status).toBe(201);
  expect(response.headers.get("x-kind")).toBe("page");
  expect(await response.text()).toBe("a page");
});

test("any other answer is read to its end", async () => {
  expect((await bytesOf(new Response("words"))).toString()).toBe("words");
  expect((await bytesOf(new Response(null))).length).toBe(0);
});
