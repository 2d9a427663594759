import { flashOf } from "#src/platform/flash.ts";

/** What an answer says was done, as the page that it leads to reads it; "" for nothing. */
export function flashIn({ headers }: Response): string {
  const cookie = headers.getSetCookie().find((one) => one.startsWith("flash="));
  const to = new URL(headers.get("location") ?? "/", "http://shop.test");
  return flashOf(new Request(to, { headers: { cookie: cookie?.split(";")[0] ?? "" } }));
}
