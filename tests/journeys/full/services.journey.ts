import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";

// A refused form answers 422; the browser notes it.
test.use({ expected: /422/ });

test("an admin renames, moves and switches services off, adds one, and visitors and links follow", async ({
  page,
  browser,
}) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/services");
  await expectAccessible(page, "the services");
  await page.getByRole("checkbox", { name: "Research papers is public" }).uncheck();
  await expect(page.getByText("Changed: Research papers: on or off.")).toBeVisible();
  await page.getByRole("link", { name: "Essays", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Essays" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Model essays");
  await page.getByRole("textbox", { name: "Address" }).fill("terms");
  await expect(page.getByText("The shop itself has a page with the address “terms”.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Address" }).fill("model-essays");
  await page
    .getByRole("textbox", { name: "Short text" })
    .fill("A model for your own essay, read within {{review time}}.");
  await expect(page.getByText("Nothing prints {{review time}}.")).toBeVisible();
  await page.getByRole("textbox", { name: "Short text" }).fill("A model for your own essay, by {{shop}}.");
  await expect(page.getByText("A model for your own essay, by Paperwright.")).toBeVisible();
  await expectAccessible(page, "a service");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();

  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const answer = async (path: string) => {
    const { headers, status } = await fetch(new URL(path, page.url()), { redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await answer("/non-technical-writing/essays?pages=3")).toEqual([
    301,
    "/non-technical-writing/model-essays?pages=3",
  ]);
  expect(await answer("/non-technical-writing/research-papers")).toEqual([302, "/non-technical-writing"]);
  await visitor.goto("/non-technical-writing/essays");
  await expect(visitor.getByRole("heading", { level: 1, name: "Model essays" })).toBeVisible();
  await expect(visitor).toHaveTitle("Model essays · Paperwright");
  await expect(visitor.getByRole("contentinfo").getByRole("link", { name: "Research papers" })).toHaveCount(0);
  await visitor.goto("/non-technical-writing");
  await expect(visitor.getByText("A model for your own essay, by Paperwright.")).toBeVisible();
  await expect(visitor.getByRole("link", { name: /^Research papers/ })).toHaveCount(0);
  const client = await (await browser.newContext()).newPage();
  await signIn(client, demo.client);
  await client.goto("/order?serviceType=essays");
  await expect(client.getByRole("main").getByText("Model essays").first()).toBeVisible();
  const map = await (await fetch(new URL("/sitemap.xml", page.url()))).text();
  expect(map).toContain("/non-technical-writing/model-essays<");
  expect(map).not.toMatch(/research-papers|writing\/essays/);

  await page.goto("/admin/site/services");
  await page.getByRole("textbox", { name: "Name" }).fill("Grant proposals");
  await page.getByRole("button", { name: "Add the service" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Grant proposals" })).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill("grant-proposals");
  await page.getByRole("textbox", { name: "Word on the button" }).fill("proposal");
  await page.getByRole("textbox", { name: "Short text" }).fill("One aim, one plan, one budget.");
  await page
    .getByRole("textbox", { name: "At the top of its page" })
    .fill("One aim, one plan, one budget, in plain words.");
  await page.getByRole("textbox", { name: "What we need from you" }).fill("The call\nYour aim");
  await page.getByRole("textbox", { name: "What comes back" }).fill("A proposal\nA plan");
  await page.getByRole("checkbox", { name: "This service is public" }).check();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  await visitor.goto("/non-technical-writing/grant-proposals");
  await expect(visitor.getByRole("heading", { level: 1, name: "Grant proposals" })).toBeVisible();

  await page.goto("/admin/site/services");
  await page.getByRole("button", { name: "Restore the original as a draft" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  expect(await answer("/non-technical-writing/model-essays")).toEqual([301, "/non-technical-writing/essays"]);
  expect(await answer("/non-technical-writing/grant-proposals")).toEqual([302, "/non-technical-writing"]);
});
