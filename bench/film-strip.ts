// `npm run bench:film [-- PATH …]`: how pages come to be seen on a phone with a slow line, as pictures in .cache/film/.
import { mkdirSync, writeFileSync } from "node:fs";
import type { Browser } from "@playwright/test";
import { startProduct } from "../tests/support/product.ts";
import { newPage, openBrowser, phone } from "./support/browser.ts";
import { phoneLine, slowLine } from "./support/slow-line.ts";

const everyMs = 250;
const lastsMs = 3_000;
const folder = ".cache/film";

type Frame = { readonly atMs: number; readonly picture: string };

/** Every picture that the browser showed, with its moment since the request. */
async function film(browser: Browser, url: string): Promise<Frame[]> {
  const page = await newPage(browser, phone);
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  let asked = 0;
  session.on("Page.screencastFrame", ({ data, metadata: { timestamp = 0 }, sessionId }) => {
    frames.push({ atMs: timestamp * 1000 - asked, picture: data });
    void session.send("Page.screencastFrameAck", { sessionId });
  });
  await session.send("Page.startScreencast", { format: "jpeg", quality: 70, maxWidth: phone.viewport.width });
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked = Date.now();
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForFunction((ms) => performance.now() > ms, lastsMs);
  await page.context().close();
  return frames;
}

const shownAt = (frames: readonly Frame[], atMs: number): string =>
  frames.findLast((frame) => frame.atMs <= atMs)?.picture ?? "";

const strip = (frames: readonly Frame[]): string =>
  Array.from({ length: lastsMs / everyMs + 1 }, (_, n) => n * everyMs)
    .map((atMs) => {
      const picture = shownAt(frames, atMs);
      const image = picture ? `<img width=150 src="data:image/jpeg;base64,${picture}">` : "nothing yet";
      return `<td valign=top>${(atMs / 1000).toFixed(2)} s<br>${image}`;
    })
    .join("");

const asked = process.argv.slice(2);
const paths = asked.length > 0 ? asked : ["/", "/non-technical-writing/essays", "/faq"];
mkdirSync(folder, { recursive: true });
const product = await startProduct({ host: "localhost" });
const slow = await slowLine(product.port, phoneLine);
const browser = await openBrowser(slow.port);
try {
  for (const path of paths) {
    const html = `<table cellspacing=8 style="font:13px sans-serif;background:#ddd"><tr>${strip(await film(browser, product.url + path))}</table>`;
    const page = await browser.newPage({ viewport: { width: 2150, height: 400 } });
    await page.setContent(html);
    const file = `${folder}/${path.replaceAll("/", "-").slice(1) || "home"}.png`;
    writeFileSync(file, await page.screenshot({ fullPage: true }));
    await page.close();
    console.log(file);
  }
} finally {
  await browser.close();
  slow.stop();
  await product.stop();
}
