import { expect, test } from "vitest";
import { createAccountsRuntime } from "#tests/support/people.ts";
import { ctxFor, forThisFile } from "#tests/support/runtime.ts";
import { cookieOf, good, later, signedIn, start } from "../accounts.testing.ts";
import { changePassword, resolveViewer, signIn, signOut } from "../index.server.ts";

const runtime = await forThisFile(createAccountsRuntime({ mode: "demo", now: start }));

const email = "old@example.test";
const personId = "01a202f9-7a61-7561-b7ac-f96f57baab92";

/** A person with a password and a session, to the letter as a version that used a framework for sign-in wrote them. */
const rows = [
  `insert into accounts.people (id, name, email, email_verified, created_at, updated_at, role, capabilities, password_hash, terms_accepted_at)
   values ('${personId}', 'Linh Tran', '${email}', true, '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', 1, '[]', 'managed', '2026-03-10T12:00:00Z')`,
  `insert into accounts.sign_ins (id, user_id, provider_id, account_id, password, created_at, updated_at)
   values ('01a202f9-7a66-7188-a46d-e6e1ce8e8932', '${personId}', 'credential', '${personId}',
     '$argon2id$v=19$m=19456,t=2,p=1$AKrIfx7aDOmNbLhbsUvxVg$daKEHt8e2sL3U32gGBngAmqx+NHErMXHCgPrwcQdp+M',
     '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z')`,
  `insert into accounts.sessions (id, token, user_id, expires_at, created_at, updated_at, ip_address, method, fresh_at, short)
   values ('01a202f9-7a9b-762c-a610-a0cbf1147686', 'sha256:ic4KVDkT-3YHeFp7RgpX1-F6TEEcBXemgp9Q2uQ1SjI', '${personId}',
     '2026-04-09T12:00:00Z', '2026-03-10T12:00:00Z', '2026-03-10T12:00:00Z', '192.0.2.1', 'password', '2026-03-10T12:00:00Z', false)`,
];
const cookie = "pw_session=2jw-5Cd1kPEYRPIqjZMQ7yYWdX_1uFfmCl2OX-4xsCU.VTzKMGTWV1NyN5nE1t2BYkDSy4M6AajoLtXeUcmHISA%3D";

test("people, passwords and open sessions of an earlier version continue", async () => {
  for (const row of rows) await runtime.database.pool.query(row);
  later(runtime, 60);
  const viewer = await resolveViewer(runtime, new Headers({ cookie }));
  expect(viewer).toMatchObject({
    kind: "person",
    id: personId,
    email,
    sessionId: "01a202f9-7a9b-762c-a610-a0cbf1147686",
  });

  const again = await signedIn(runtime, email);
  expect(again.id).toBe(personId);
  const mine = ctxFor(runtime, await resolveViewer(runtime, again.headers));
  const changed = await changePassword(mine, { current: good, password: "ten quiet owls on a fence" });
  expect(changed).toMatchObject({ ok: true });
  expect(await resolveViewer(runtime, new Headers({ cookie }))).toEqual({ kind: "guest" });
  expect(await signIn(ctxFor(runtime), { email, password: good }, null)).toMatchObject({ ok: false });
  if (!changed.ok) return;
  const fresh = cookieOf(changed.value.cookies);
  await signOut(ctxFor(runtime, await resolveViewer(runtime, fresh)), {});
  expect(await resolveViewer(runtime, fresh)).toEqual({ kind: "guest" });
});
