import { describe, expect, test } from "vitest";
import { secretToken } from "#src/platform/ids.ts";
import { openCookies } from "./cookies.ts";

const nameAndValue = (cookie: string) => cookie.split(";")[0] ?? "";
const sent = (...cookies: string[]) => new Headers({ cookie: cookies.join("; ") });
const token = secretToken();

describe("session cookies", () => {
  test("on https: __Host-, Secure, HttpOnly, Lax, whole site, no domain", () => {
    const cookie = openCookies(true).session(token);
    expect(cookie).toBe(`__Host-pw_session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure`);
  });

  test("on loopback http: no prefix, not Secure", () => {
    expect(openCookies(false).session(token)).toBe(
      `pw_session=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
    );
  });

  test("read back only with the own name, once, in the shape of a token", () => {
    const jar = openCookies(false);
    const good = nameAndValue(jar.session(token));
    expect(jar.readSession(sent("theme=dark", good))).toBe(token);
    expect(jar.readSession(sent())).toBeNull();
    expect(jar.readSession(sent(good, good))).toBeNull();
    expect(jar.readSession(sent(nameAndValue(openCookies(true).session(token))))).toBeNull();
    for (const wrong of ["token", "token.", ".sig", "%", "token.%ff", "a".repeat(5000), `${token}a`, `"${token}"`])
      expect(jar.readSession(sent(`pw_session=${wrong}`))).toBeNull();
  });

  test("a session of an earlier version, whose cookie was signed, continues", () => {
    const signed = `${token}.VTzKMGTWV1NyN5nE1t2BYkDSy4M6AajoLtXeUcmHISA%3D`;
    expect(openCookies(false).readSession(sent(`pw_session=${signed}`))).toBe(token);
  });

  test("ended by an empty value", () => {
    expect(openCookies(false).endSession()).toContain("pw_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  });
});
