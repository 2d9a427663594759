import { describe, expect, test } from "vitest";
import { openCookies } from "./cookies.ts";

const nameAndValue = (cookie: string) => cookie.split(";")[0] ?? "";
const sent = (...cookies: string[]) => new Headers({ cookie: cookies.join("; ") });

describe("session cookies", () => {
  test("on https: __Host-, Secure, HttpOnly, Lax, whole site, no domain", () => {
    const cookie = openCookies(true, "key").session("token");
    expect(cookie).toMatch(
      /^__Host-pw_session=token\.[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/,
    );
    expect(cookie).not.toContain("Domain");
  });

  test("on loopback http: no prefix, not Secure", () => {
    expect(openCookies(false, "key").session("token")).toMatch(
      /^pw_session=token\.[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
  });

  test("read back only with the own key, the own name, once and unchanged", () => {
    const jar = openCookies(false, "key");
    const good = nameAndValue(jar.session("token"));
    expect(jar.readSession(sent("theme=dark", good))).toBe("token");
    expect(jar.readSession(sent())).toBeNull();
    expect(jar.readSession(sent(good, good))).toBeNull();
    expect(jar.readSession(sent(nameAndValue(openCookies(false, "other").session("token"))))).toBeNull();
    expect(jar.readSession(sent(nameAndValue(openCookies(true, "key").session("token"))))).toBeNull();
    expect(jar.readSession(sent(good.replace("token", "taken")))).toBeNull();
    for (const wrong of ["token", "token.", ".sig", "%", "token.%ff", "a".repeat(5000)])
      expect(jar.readSession(sent(`pw_session=${wrong}`))).toBeNull();
  });

  test("ended by an empty value", () => {
    expect(openCookies(false, "key").endSession()).toContain("pw_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
  });
});
