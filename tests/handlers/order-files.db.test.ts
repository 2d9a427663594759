import { afterAll, expect, test } from "vitest";
import { openDemo } from "../support/demo.ts";
import { sampleDocument, sentFile } from "../support/files.ts";

const { product, cookies, ask } = await openDemo();
afterAll(() => product.stop());

const read = async (path: string) => (await ask("client", path)).text();

test("the files stay in view from the sent file until it is added, and the brief is there to be printed", async () => {
  const orders = await (await ask("client", "/dashboard")).text();
  const path = /href="([^"]*)"[^>]*>Virtue and habit in the Ethics</.exec(orders)?.[1] ?? "";
  const open = /<details class="fold [^"]*" open="" id="files"/;
  const closed = await read(path);
  expect(closed).not.toMatch(open);
  expect(closed).toMatch(/class="for-print">.*<details class="fold [^"]* brief">/s);
  const file = { filename: "in-table.docx", body: sampleDocument("in-table.docx"), about: path.slice(-36) };
  const files = await sentFile(product.url, `${cookies.get("client")}`, { ...file, purpose: "order" });
  expect(await read(path)).toMatch(open);
  const added = await ask("client", path, { action: "add-files", files });
  expect(added.status).toBe(303);
  const cookie = `${cookies.get("client")}; ${added.headers.getSetCookie()[0]?.split(";")[0]}`;
  expect(await (await fetch(product.url + path, { headers: { cookie } })).text()).toMatch(open);
  expect(await read(path)).not.toMatch(open);
});
