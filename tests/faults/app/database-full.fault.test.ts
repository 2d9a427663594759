import { expect, onTestFinished, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { metadata } from "#tests/support/files.ts";
import { cookieOf } from "#tests/support/product.ts";
import { demoFolder, eventually } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";

/** From now on every write answers as PostgreSQL does when its disk has no room: 53100, and nothing is written. */
const fill = `
  create function public.no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
  do $$ declare one record; begin
    for one in select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
    loop execute format('create trigger no_room before insert or update or delete on %I.%I
      for each statement execute function public.no_room()', one.schemaname, one.tablename); end loop;
  end $$`;
const empty = "drop function public.no_room() cascade";

const message = "The disk of our server is full, so nothing can be saved now.";

test("a full disk of the database: writes say so with 503, pages and interfaces alike, and everything can be read", async () => {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  const cookie = await cookieOf(app.url, "client@demo.test");
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(app.url + path, {
      redirect: "manual",
      ...init,
      headers: { accept: "text/html", origin: app.url, cookie, ...init.headers },
    });
    const type = answer.headers.get("content-type")?.split(";")[0];
    return { status: answer.status, type, retry: answer.headers.get("retry-after"), text: await answer.text() };
  };
  const json = (body: unknown): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
  const [order = ""] = (await ask("/dashboard")).text.match(/\/dashboard\/orders\/[0-9a-f-]{36}/) ?? [];
  const reads = ["/dashboard", order, "/accountSettings", "/order", "/api/chat", "/api/notices", "/", "/about"];
  for (const path of reads) expect([path, (await ask(path)).status]).toEqual([path, 200]);

  await withBooks(dataDir, ({ rows }) => rows(fill));
  for (const path of reads) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  const problem = {
    status: 503,
    type: "application/problem+json",
    retry: "60",
    text: expect.stringContaining(message),
  };
  const quote = { service: "quiz", deadline: new Date(Date.now() + 86_400_000).toISOString() };
  expect(await ask("/api/quotes", json(quote))).toMatchObject(problem);
  expect(await ask("/api/chat/messages", json({ id: newId(), message: "Hello" }))).toMatchObject(problem);
  const upload = {
    "tus-resumable": "1.0.0",
    "upload-length": "5",
    "upload-metadata": metadata({ filename: "a.txt", purpose: "order" }),
  };
  expect(await ask("/files", { method: "POST", headers: upload })).toMatchObject(problem);
  const page = { status: 503, type: "text/html", text: expect.stringContaining(message) };
  const form = new URLSearchParams({ email: "client@demo.test", password: "paper boat in the rain" });
  expect(await ask("/login", { method: "POST", body: form, headers: { cookie: "" } })).toMatchObject(page);
  const profile = new URLSearchParams({ name: "Another Name", intent: "profile" });
  expect(await ask("/accountSettings?index", { method: "POST", body: profile })).toMatchObject(page);

  await withBooks(dataDir, ({ rows }) => rows(empty));
  await eventually(async () => (await ask("/api/quotes", json(quote))).status === 200);
});
