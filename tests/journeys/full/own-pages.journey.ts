import { demo, expect, expectAccessible, signIn, test } from "../browser.ts";
import { stop } from "../place.ts";

// A refused form answers 422, an address that leads nowhere 404; the browser notes both.
test.use({ expected: /422|404/ });

test("an admin makes a page, publishes it into the footer, takes it off and deletes it", async ({ page, browser }) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/pages");
  await page.getByLabel("Name of a new page").fill("How to use a model answer");
  await page.getByRole("button", { name: "Make the page" }).click();
  await expect(page.getByText("The page is made.")).toBeVisible();
  await expectAccessible(page, "a new page");
  const visitor = await (await browser.newContext()).newPage();
  expect((await visitor.goto("/pages/how-to-use-a-model-answer"))?.status()).toBe(404);

  await page.getByLabel("Text of the page").fill("# How to use it\n\nAsk {{shop}}.\n");
  await page.getByRole("textbox", { name: "Address" }).fill("terms");
  await page.getByRole("textbox", { name: "Description" }).fill("How a model answer helps you to learn.");
  await expect(page.getByText("The shop itself has a page with the address “terms”.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Address" }).fill("how-to-use-it");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();

  await visitor.goto("/about");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "How to use a model answer" }).click();
  await expect(visitor).toHaveURL(/\/pages\/how-to-use-it$/);
  await expect(visitor.getByRole("heading", { level: 1, name: "How to use it" })).toBeVisible();
  await expect(visitor).toHaveTitle(/^How to use a model answer · /);
  await expectAccessible(visitor, "an own page");
  expect(await (await visitor.request.get("/sitemap.xml")).text()).toContain("/pages/how-to-use-it<");

  await page.getByRole("button", { name: "Take it off the site" }).click();
  await expect(page.getByText("The page is off the site.")).toBeVisible();
  expect((await visitor.goto("/pages/how-to-use-it"))?.status()).toBe(404);
  await page.getByRole("button", { name: "Delete the page" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the page" }).click();
  await expect(page.getByText("The page is deleted.")).toBeVisible();
  await expect(page.getByText("You have no page of your own yet.")).toBeVisible();
});

test("an admin writes a question, moves and marks it, and visitors read it", async ({ page, browser }) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/pages/faq");
  await expect(page).toHaveURL(/\/admin\/site\/faq$/);
  await page.getByRole("button", { name: "New question" }).click();
  await expect(page.getByRole("textbox", { name: "Question" }).last()).toBeFocused();
  await page.keyboard.type("Can I pay later?");
  await expect(page.getByText("Write the answer.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Answer" }).last().fill("Yes, within {{time to pay}}.");
  await page.getByRole("checkbox", { name: "Home" }).last().check();
  await expect(page.getByText("Changed: 1 new question.")).toBeVisible();
  await expectAccessible(page, "the rows of questions");

  const grip = page.getByRole("button", { name: /^Move: Can I pay later\?/ });
  await grip.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("status").getByText("Was 16, now 15 of 16.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(grip).toHaveAccessibleName("Move: Can I pay later?. Position 16 of 16");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await expect(grip).toBeFocused();
  await expect(grip).toHaveAccessibleName("Move: Can I pay later?. Position 14 of 16");

  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await expect(async () => {
    await visitor.goto("/");
    await expect(visitor.getByText("Can I pay later?")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(visitor.getByText("Yes, within 72 hours.")).toBeVisible();
  await visitor.goto("/faq");
  await visitor.getByText("Can I pay later?").click();
  await expect(visitor.getByText("Yes, within 72 hours.")).toBeVisible();

  await page.getByText("Can I pay later?", { exact: true }).first().click();
  await page.getByRole("button", { name: "Delete question 14" }).click();
  await expect(page.getByText("“Can I pay later?” is deleted from your draft.")).toBeVisible();
  await page.getByRole("button", { name: "Undo the deletion of" }).click();
  await expect(grip).toHaveAccessibleName("Move: Can I pay later?. Position 14 of 16");
  await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("Can I pay later?");
  await page.getByRole("button", { name: "Restore the original as a draft" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
  await page.getByRole("button", { name: "Undo the publication" }).click();
  await expect(page.getByText("Undone. Visitors read the version before within 3 seconds.")).toBeVisible();
  await page.getByRole("button", { name: "Restore the original as a draft" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published. Visitors see it within 3 seconds.")).toBeVisible();
});

test("an admin plans a version of a page by the clock of the shop, and stops it", async ({ page, browser }) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/pages/accessibility");
  await page.getByLabel("Text of the page").fill("# Accessibility\n\nPlanned words.\n");
  await page.getByRole("radio", { name: /^At a time/ }).check();
  await page.getByRole("button", { name: "Plan" }).click();
  await expect(page.getByText("Write the time as HH:MM.")).toBeVisible();
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Day").fill(day);
  await page.getByRole("textbox", { name: "Time" }).fill("18:00");
  await page.getByRole("button", { name: "Plan" }).click();
  await expect(page.getByText(/^Planned for .*, 18:00 \(UTC\)/)).toBeVisible();
  await expectAccessible(page, "a planned page");
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto("/accessibility");
  await expect(visitor.getByText("Planned words.")).toBeHidden();
  await page.getByRole("button", { name: "Stop it" }).click();
  await expect(page.getByText("Its words are your draft now.")).toBeVisible();
  await expect(page.getByLabel("Text of the page")).toHaveValue(/Planned words/);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByText("The draft is deleted.")).toBeVisible();
});

test("what the toolbar writes can be undone, and neither a save nor a comparison takes what is typed", async ({
  page,
}) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/pages/contact");
  await page.waitForLoadState("networkidle");
  const area = page.getByLabel("Text of the page");
  await area.fill("# Contact\n\nWrite to us");
  await page.keyboard.press("Shift+Control+ArrowLeft");
  await page.keyboard.press("Control+b");
  await expect(area).toHaveValue("# Contact\n\nWrite to **us**");
  await page.keyboard.press("Control+z");
  await expect(area).toHaveValue("# Contact\n\nWrite to us");
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" {{");
  const values = page.getByRole("button", { name: /^\{\{/ });
  await expect(values.first()).toBeVisible();
  await expect(page.getByText("The list of values is open.")).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(values.first()).toBeHidden();
  await area.focus();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("The draft is saved. Visitors see it when you publish.")).toBeVisible();
  await expect(area).toBeFocused();
  await area.fill("# Contact\n\nWrite to us today");
  await page.getByRole("link", { name: "Compare the draft with the original" }).click();
  await expect(page.getByRole("heading", { name: "Your draft against the original text" })).toBeVisible();
  await expect(area).toHaveValue("# Contact\n\nWrite to us today");
  await expect(page.getByText(/another tab/)).toBeHidden();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByText("The draft is deleted.")).toBeVisible();
  await expect(area).not.toHaveValue(/today/);
});

test("what is typed while a save leaves waits for its revision, and nothing is refused", async ({ page }) => {
  await signIn(page, demo.admin);
  await page.goto("/admin/site/pages/contact");
  const text = page.getByLabel("Text of the page");
  // A slow machine: each save is answered late, and a letter is typed before the page has drawn that a save runs.
  await page.evaluate(() => {
    const { fetch: send, setTimeout: wait } = window;
    const saves = { running: 0, most: 0, refused: 0, ended: 0, typed: 0 };
    const type = () => {
      const field = document.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
      if (!field || saves.typed === 2) return;
      saves.typed += 1;
      field.setRangeText(` ${saves.typed}`, field.value.length, field.value.length, "end");
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    const typedAfter = (run: TimerHandler, ms?: number) =>
      wait(() => {
        if (typeof run === "function") run();
        if (ms === 700) type();
      }, ms);
    Object.assign(window, { saves, setTimeout: typedAfter });
    window.fetch = async (...asked) => {
      if (asked[1]?.method !== "POST") return send(...asked);
      saves.running += 1;
      saves.most = Math.max(saves.most, saves.running);
      const [answer] = await Promise.all([send(...asked), new Promise((ended) => wait(ended, 2_000))]);
      saves.running -= 1;
      saves.ended += 1;
      if (answer.status === 409) saves.refused += 1;
      return answer;
    };
  });
  const saves = () => page.evaluate(() => Reflect.get(window, "saves"));
  await text.press("End");
  await text.pressSequentially("!");
  await expect.poll(saves).toMatchObject({ ended: 3, running: 0 });
  expect(await saves()).toMatchObject({ most: 1, refused: 0 });
  await page.reload();
  await expect(text).toHaveValue(/ 1 2$/);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByText("The draft is deleted.")).toBeVisible();
});

test("what is typed into a text before the scripts come stays, and becomes the draft", async ({ page }) => {
  await signIn(page, demo.admin);
  const letScriptsThrough = await stop(page, /\.js$/);
  await page.goto("/admin/site/pages/contact", { waitUntil: "commit" });
  const text = page.getByLabel("Text of the page");
  await text.fill("# Contact\n\nTyped early.\n");
  letScriptsThrough();
  await expect(page.getByText("Draft not published.")).toBeVisible();
  await expect(text).toHaveValue("# Contact\n\nTyped early.\n");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByText("The draft is deleted.")).toBeVisible();
});
