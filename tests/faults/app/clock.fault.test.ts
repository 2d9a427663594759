import { expect, onTestFinished, test } from "vitest";
import { openVisitor } from "#tests/support/driver.ts";
import { formWith } from "#tests/support/driver-forms.ts";
import { demoFolder } from "../database/fixture.ts";
import { withBooks } from "./books.ts";
import { startReady } from "./fixture.ts";

const message = "The time on the server changed suddenly";

test("a jump of the clock is shown to admins on the overview until one of them confirms the time", async () => {
  const dataDir = demoFolder(onTestFinished);
  const app = await startReady({ dataDir });
  const admin = openVisitor(() => app.url);
  await admin.signIn("admin@demo.test");
  expect((await admin.get("/admin")).html).not.toContain(message);
  await withBooks(dataDir, ({ rows }) =>
    rows(`insert into platform.clock_watch (id, seen_at, jump_from, jump_to)
      values (1, now(), now() - interval '3 hours', now())
      on conflict (id) do update set jump_from = excluded.jump_from, jump_to = excluded.jump_to`),
  );
  const held = await admin.get("/admin");
  expect(held.html).toContain(message);
  await admin.send(held, formWith(held.html, "step", "confirm-clock"), { step: "confirm-clock" });
  expect((await admin.get("/admin")).html).not.toContain(message);
  const noted = await withBooks(dataDir, ({ rows }) =>
    rows("select action from platform.audit where action = 'clock.confirmed'"),
  );
  expect(noted).toEqual([{ action: "clock.confirmed" }]);
});
