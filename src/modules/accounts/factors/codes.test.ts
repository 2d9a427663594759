import { describe, expect, test } from "vitest";
import { codeAt, keyAddress, newSecret, stepAt, stepOfCode } from "./codes.ts";

// RFC 6238 appendix B: the ASCII secret 12345678901234567890; the last six of its eight digits.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors: readonly [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

describe("codes of an authenticator app", () => {
  test.each(vectors)("at %i seconds the code is %s", async (seconds, code) => {
    expect(await codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  test("the current step and the one before count, no other", async () => {
    const now = new Date(1_234_567_890_000);
    const step = stepAt(now);
    const fits = async (offset: number) => stepOfCode(secret, await codeAt(secret, step + offset), 0, now);
    expect(await Promise.all([-2, -1, 0, 1].map(fits))).toEqual([null, step - 1, step, null]);
  });

  test("a step that was used, and every one before it, counts no more", async () => {
    const now = new Date(1_234_567_890_000);
    const step = stepAt(now);
    expect(await stepOfCode(secret, await codeAt(secret, step), step - 1, now)).toBe(step);
    expect(await stepOfCode(secret, await codeAt(secret, step), step, now)).toBeNull();
    expect(await stepOfCode(secret, await codeAt(secret, step - 1), step, now)).toBeNull();
  });

  test("what is no code fits nothing", async () => {
    const now = new Date(1_234_567_890_000);
    for (const code of ["", "12345", "1234567", "００５９２４", "abcdef"])
      expect(await stepOfCode(secret, code, 0, now)).toBeNull();
  });

  test("secrets are 160 bits in base32, each a new one", () => {
    const made = new Set(Array.from({ length: 50 }, newSecret));
    expect(made.size).toBe(50);
    for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  });

  test("the address for the app names shop and account, also with signs in them", async () => {
    const url = new URL(await keyAddress(secret, "Shop: A & B", "me+x@example.test"));
    expect(url.protocol).toBe("otpauth:");
    expect(url.searchParams.get("secret")).toBe(secret);
    expect(url.searchParams.get("issuer")).toBe("Shop  A & B");
    expect(decodeURIComponent(url.pathname)).toContain("me+x@example.test");
  });
});
