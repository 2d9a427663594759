import { expect, test } from "vitest";
import { hashBackupCode, looksLikeBackupCode, newBackupCodes, shownCode, typedCode } from "./codes.ts";

test("a set is ten different codes of ten unambiguous signs", () => {
  const codes = newBackupCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/);
});

test("a code is read as people type it", () => {
  const [code = ""] = newBackupCodes();
  for (const typed of [shownCode(code), code.toLowerCase(), ` ${code.slice(0, 3)} ${code.slice(3)} `])
    expect(typedCode(typed)).toBe(code);
  expect(looksLikeBackupCode(code)).toBe(true);
  for (const other of ["123456", "", `${code}A`, "IIIIIIIIII"]) expect(looksLikeBackupCode(other)).toBe(false);
});

test("the hash depends on the installation, the person and the code", () => {
  const runtime = { secret: "one secret of an installation" };
  const hash = hashBackupCode(runtime, "person", "ABCDEFGHJK");
  expect(hash).toBe(hashBackupCode(runtime, "person", "ABCDEFGHJK"));
  expect(hash).not.toBe(hashBackupCode(runtime, "other", "ABCDEFGHJK"));
  expect(hash).not.toBe(hashBackupCode({ secret: "another secret" }, "person", "ABCDEFGHJK"));
  expect(hash).not.toContain("ABCDE");
});
