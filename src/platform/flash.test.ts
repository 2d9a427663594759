import { expect, test } from "vitest";
import { endOfFlash, flashOf, redirectWithFlash } from "./flash.ts";

const page = (path: string, cookie: string, method = "GET") =>
  new Request(`http://shop.test${path}`, { method, headers: { cookie } });
const carried = (to: string, flash: string): string =>
  redirectWithFlash(to, flash).headers.get("set-cookie")?.split(";")[0] ?? "";

test("a flash leaves the address as it is, and is for the page that it leads to alone", () => {
  const answer = redirectWithFlash(
    "/dashboard/orders/1?text=2#files",
    "add-files",
    new Headers({ "set-cookie": "a=b" }),
  );
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard/orders/1?text=2#files"]);
  expect(answer.headers.getSetCookie()[0]).toBe("a=b");
  const cookie = `a=b; ${carried("/dashboard/orders/1?text=2", "add-files")}`;
  expect(flashOf(page("/dashboard/orders/1", cookie))).toBe("add-files");
  expect(flashOf(page("/dashboard/orders/1.data?x=1", cookie))).toBe("add-files");
  expect(flashOf(page("/dashboard/orders/2", cookie))).toBe("");
});

test("the page that had it ends it in a moment; a form does not, and neither does another page", () => {
  const cookie = carried("/custom", "quote");
  expect(endOfFlash(page("/custom", cookie))).toBe(`${cookie}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2`);
  expect(endOfFlash(page("/custom", cookie, "POST"))).toBeNull();
  expect(endOfFlash(page("/order", cookie))).toBeNull();
  expect(endOfFlash(page("/custom", ""))).toBeNull();
});

test.each(["flash=%", "flash=", "xflash=a%20%2Fcustom", "flash=a"])("hostile or empty: %s", (cookie) => {
  expect(flashOf(page("/custom", cookie))).toBe("");
});
