import { describe, expect, test } from "vitest";
import { findTarget } from "./post-message.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  "shop.example": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
  "inside.example": ["10.0.0.5"],
  "both.example": ["93.184.216.34", "169.254.169.254"],
  localhost: ["127.0.0.1", "::1"],
};
const resolve = async (name: string) => names[name] ?? [];
const ok = async (url: string, local = false) => (await findTarget(url, local, resolve)).ok;

describe("where messages may be sent", () => {
  test.each([
    "https://shop.example/hooks",
    "https://shop.example:8443/hooks?a=b",
    "https://93.184.216.34/",
    "https://[2606:2800:220:1:248:1893:25c8:1946]/",
  ])("%s", async (url) => expect([await ok(url), await ok(url, true)]).toEqual([true, true]));

  test.each([
    "http://shop.example/",
    "ftp://shop.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "shop.example",
    "",
    "https://",
    "https://ada:secret@shop.example/",
    `https://shop.example/${"a".repeat(500)}`,
    "https://unknown.example/",
    "https://inside.example/",
    "https://both.example/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::10.0.0.1]/",
    "https://[64:ff9b:1::10.0.0.1]/",
    "https://[2002:0a00:0001::]/",
    "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "https://[2001:db8::1]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[fe80::1]/",
    "https://[ff02::1]/",
  ])("%s is refused, in demo mode too", async (url) =>
    expect([await ok(url), await ok(url, true)]).toEqual([false, false]),
  );

  test.each(["http://localhost:3000/hooks", "http://127.0.0.1:3000/", "http://[::1]:3000/"])(
    "%s in demo mode alone",
    async (url) => expect([await ok(url), await ok(url, true)]).toEqual([false, true]),
  );

  test("a name of this computer that leads elsewhere is refused in demo mode too", async () => {
    const elsewhere = async () => ["127.0.0.1", "10.0.0.5"];
    expect((await findTarget("http://localhost/", true, elsewhere)).ok).toBe(false);
  });
});
