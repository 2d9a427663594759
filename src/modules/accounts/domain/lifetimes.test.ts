import { describe, expect, test } from "vitest";
import { deviceLabel } from "./lifetimes.ts";

const win = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";
const ipad = "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X)";
const android = "Mozilla/5.0 (Linux; Android 10; K)";
const kit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const ios = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

describe("a device in words", () => {
  test.each([
    ["Chrome on Windows", `${win} ${kit} Chrome/139.0.0.0 Safari/537.36`],
    ["Edge on Windows", `${win} ${kit} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`],
    ["Opera on Windows", `${win} ${kit} Chrome/137.0.0.0 Safari/537.36 OPR/121.0.0.0`],
    ["Vivaldi on Windows", `${win} ${kit} Chrome/138.0.0.0 Safari/537.36 Vivaldi/7.5`],
    ["Yandex Browser on Windows", `${win} ${kit} Chrome/138.0.0.0 YaBrowser/25.8.0.0 Safari/537.36`],
    ["Firefox on Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0"],
    ["Safari on Mac", `${mac} ${ios} Version/18.5 Safari/605.1.15`],
    ["Chrome on Mac", `${mac} ${kit} Chrome/139.0.0.0 Safari/537.36`],
    ["DuckDuckGo on Mac", `${mac} ${ios} Version/18.5 Safari/605.1.15 Ddg/18.5`],
    ["Safari on iPhone", `${iphone} ${ios} Version/18.5 Mobile/15E148 Safari/604.1`],
    ["Safari on iPhone", `${iphone} ${ios} Mobile/15E148`],
    ["Chrome on iPhone", `${iphone} ${ios} CriOS/139.0.7258.76 Mobile/15E148 Safari/604.1`],
    ["Firefox on iPhone", `${iphone} ${ios} FxiOS/141.0 Mobile/15E148 Safari/605.1.15`],
    ["Edge on iPad", `${ipad} ${ios} Version/18.0 EdgiOS/138.0 Mobile/15E148 Safari/604.1`],
    ["Chrome on Android", `${android} ${kit} Chrome/139.0.0.0 Mobile Safari/537.36`],
    ["Samsung Internet on Android", `${android} ${kit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
    ["Firefox on Android", "Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0"],
    ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"],
    ["Chrome on Linux", `Mozilla/5.0 (X11; Linux x86_64) ${kit} HeadlessChrome/139.0.0.0 Safari/537.36`],
    ["Chrome on ChromeOS", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${kit} Chrome/139.0.0.0 Safari/537.36`],
    ["A browser on Windows", win],
    ["Unknown device", "curl/8.15.0"],
    ["Unknown device", "<script>alert(1)</script>"],
    ["Unknown device", ""],
    ["Unknown device", null],
  ])("%s: %s", (message, agent) => {
    expect(deviceLabel(agent)).toBe(message);
  });

  test("only the beginning of a long one is read", () => {
    expect(deviceLabel(`${win} ${" ".repeat(400)} Firefox/141.0`)).toBe("A browser on Windows");
  });
});
