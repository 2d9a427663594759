import { expect, test } from "vitest";
import { problemPage } from "./refuse.tsx";

const away = { status: 503, message: "We cannot reach our records at the moment.", requestId: "r1" };

test("has the theme of the product and the visitor, words, and a way on", async () => {
  const page = problemPage({ ...away, theme: "dark", again: true }, ["/assets/a.css"]);
  const html = await page.text();
  expect(page.status).toBe(503);
  expect(page.headers.get("content-security-policy")).toContain("style-src 'self'");
  for (const part of ['data-theme="dark"', 'href="/assets/a.css"', "Back in a moment", away.message, 'href=""', "r1"])
    expect(html).toContain(part);
});

test("follows the device without a stored theme, and offers another try only where that can help", async () => {
  const html = await problemPage({ ...away, status: 400, theme: "system" }, []).text();
  expect(html).not.toContain("data-theme");
  expect(html).not.toContain("Try again");
  expect(html).toContain("We cannot take this");
});

test("names the request to Support, but not to who is signed out, and may send a form", async () => {
  expect(await problemPage(away, []).text()).toMatch(/Number for Support: <b [^>]*>r1<\/b>/);
  const actions = <form method="post" action="/order" />;
  const page = problemPage({ ...away, status: 401, title: "Sign in again to continue", actions }, []);
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(await page.text()).not.toContain("r1");
});
