import { describe, expect, test } from "vitest";
import { pageOf, pageUrl } from "./respond.ts";

const asked = (path: string) => new Request(`https://own.test${path}`);

describe("the address of a page", () => {
  test.each([
    ["/order?service=technical", "/order?service=technical"],
    ["/order.data?service=technical&_routes=modules%2Forder", "/order?service=technical"],
    ["/order.data?_routes=root%2Cmodules%2Forder", "/order"],
    ["/_.data?subject=Art%20history", "/?subject=Art%20history"],
    ["/_.data", "/"],
    ["/chats?q=a%20b", "/chats?q=a%20b"],
  ])("%s is %s, whichever way its data is asked for", (path, address) => {
    expect(pageOf(asked(path))).toBe(address);
    const { pathname, search } = pageUrl(asked(path));
    expect(pathname + search).toBe(address);
  });
});
