import { describe, expect, test } from "vitest";
import { choicesOf } from "./begun-order.ts";

describe("what is kept beside the sign-in", () => {
  test.each([
    "",
    "/",
    "/order",
    "/Order?",
    "/order?service=",
    "/quizzesorder",
    "/custom",
    "/dashboard?service=writing",
  ])("%j carries nothing that was chosen", (next) => expect(choicesOf(next)).toBeNull());

  test.each(["/order?service=technical", "/order?pages=3", "/quizzesorder?quote=1", "/ORDER?quote=1#top"])(
    "%j carries choices",
    (next) => expect(choicesOf(next)?.size).toBe(1),
  );
});
