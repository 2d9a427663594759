import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../browser.ts";

const header = "cross-origin-opener-policy";
/** Kept as bytes, rendered for each visitor, leading elsewhere, and not there. */
const paths = ["/", "/login", "/faq?from=mail", "/dashboard", "/no/such"];

test("no window of another site holds on to ours, and who comes by themselves need not wait for a new process", async ({
  page,
  request,
}) => {
  const policy = async (path: string, site?: string) => {
    const headers: Record<string, string> = site === undefined ? {} : { "sec-fetch-site": site };
    const answer = await request.get(path, { headers, maxRedirects: 0 });
    if (answer.headers()["content-type"]?.startsWith("text/html") && answer.ok())
      expect(answer.headers().vary, path).toContain("Sec-Fetch-Site");
    return answer.headers()[header];
  };
  for (const path of paths) {
    for (const site of ["cross-site", "same-site", "", undefined])
      expect(await policy(path, site), `${path}, ${site}`).toBe("same-origin");
    for (const site of ["none", "same-origin"]) expect(await policy(path, site), `${path}, ${site}`).toBeUndefined();
  }

  const other = createServer(
    (_, answer) => void answer.setHeader("content-type", "text/html").end("<title>Other</title>"),
  );
  await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
  try {
    const ours = await page.goto("/faq");
    expect(ours?.headers()[header]).toBeUndefined();
    const address = page.url();
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const opening = page.waitForEvent("popup");
    const held = await page.evaluateHandle((url) => window.open(url), address);
    const opened = await opening;
    await expect(opened.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(await held.evaluate((window) => window?.closed)).toBe(true);
  } finally {
    other.close();
  }
});
