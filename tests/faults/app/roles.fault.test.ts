import { expect, onTestFinished, test } from "vitest";
import { startSmtp } from "#fakes/smtp.ts";
import { eventually, newDataDir } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { launch, startReady } from "./fixture.ts";

const mailServer = async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  return { smtp, env: { SMTP_URL: smtp.url, DEMO: "off" } };
};

const statusOf = async (url: string): Promise<number> => {
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.status;
};

test("a web process answers and leaves the work to a worker, which answers nobody but /healthz and /readyz", async () => {
  const dataDir = newDataDir(onTestFinished);
  const [ofWeb, ofWorker] = [await mailServer(), await mailServer()];
  const web = await startReady({ dataDir, env: ofWeb.env, args: ["--role", "web"] });
  await withBooks(dataDir, ({ rows }) =>
    rows(`insert into platform.mails (id, kind, "to", subject, content, created_at, next_try_at)
      values (gen_random_uuid(), 'orders.delivered', 'a@example.test', 'A', '{"title": "A", "paragraphs": ["A"]}', now(), now())`),
  );
  const worker = await startReady({ dataDir, env: ofWorker.env, args: ["--role", "worker"] });
  await ofWorker.smtp.mailTo("a@example.test");
  expect(ofWeb.smtp.mails).toEqual([]);
  expect(await Promise.all(["/", "/faq"].map((path) => statusOf(web.url + path)))).toEqual([200, 200]);
  // A process that is starved by others says so with 503 for as long.
  await eventually(async () => (await statusOf(`${web.url}/readyz`)) === 200);
  const answers = ["/", "/faq", "/api/live", "/healthz", "/readyz"].map((path) => statusOf(worker.url + path));
  expect(await Promise.all(answers)).toEqual([404, 404, 404, 200, 200]);
});

test("another role is refused in one sentence, and nothing is made", async () => {
  const app = await launch({ dataDir: newDataDir(onTestFinished), args: ["--role", "desk"] });
  expect([await app.ended, app.output().trim()]).toEqual([
    { code: 1, signal: null },
    'Paperwright cannot start: --role is one of all, web, worker, not "desk".',
  ]);
});
