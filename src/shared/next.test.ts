import { describe, expect, test } from "vitest";
import { safeNext } from "./next.ts";

const attacks: unknown[] = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "https:evil.example",
  "https://evil.example/login",
  "http:/evil.example",
  "HTTPS://evil.example",
  "%2f%2fevil.example",
  "/%2fevil.example",
  "/%2Fevil.example",
  "/%252fevil.example",
  "/%25252fevil.example",
  "/%5cevil.example",
  "/%5C%5Cevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e/%2fevil.example",
  "/%09/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/ /evil.example",
  "/%0d%0aSet-Cookie:a=b",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "@evil.example",
  "/@evil.example\\",
  "localhost:8080/x",
  "http://localhost:9999/dashboard",
  "?next=/x",
  "#x",
  "dashboard",
  "",
  "/\u0000",
  "/％２f",
  "/%ff",
  `/${"a".repeat(3000)}`,
  null,
  undefined,
  7,
  ["/dashboard"],
  { toString: () => "/dashboard" },
];

describe("safeNext", () => {
  test.each(attacks)("%j goes to the fallback", (raw) => {
    expect(safeNext(raw, "/fallback")).toBe("/fallback");
  });

  test.each([
    "/",
    "/dashboard",
    "/order?quote=0190c&service=non-technical",
    "/order?title=A%20title%20%26%20more&next=%2Fx",
    "/dashboard/orders/0190c-1#timeline",
    "/order?back=https://example.com",
    "/search?q=a//b",
  ])("%j stays", (raw) => {
    expect(safeNext(raw, "/fallback")).toBe(raw);
  });

  test("what it returns never leaves the origin", () => {
    for (const raw of attacks) {
      const next = safeNext(raw, "/");
      expect(new URL(next, "https://own.example").origin).toBe("https://own.example");
      expect(new URL(next.replace(/%25/g, "%").replace(/%2f/gi, "/"), "https://own.example").origin).toBe(
        "https://own.example",
      );
    }
  });
});
