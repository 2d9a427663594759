import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#src/platform/command.ts";
import { hashOf, newId, secretToken } from "#src/platform/ids.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { done, type Outcome } from "#src/shared/outcome.ts";
import type { Person } from "#src/shared/viewer.ts";
import { sized } from "#tests/support/full-run.ts";
import { createAccountsRuntime, createPerson, secondProcess } from "#tests/support/people.ts";
import { ctxFor, type TestRuntime } from "#tests/support/runtime.ts";
import { good, other, shown } from "../accounts.testing.ts";
import { openSessionOf } from "../admin/admin-side.testing.ts";
import { codeAt, stepAt } from "../factors/codes.ts";
import { softPasskey } from "../factors/soft-passkey.testing.ts";
import {
  addApp,
  addPasskey,
  askPasskey,
  authPort,
  beginApp,
  changeEmail,
  changePassword,
  makeBackupCodes,
  setPassword,
  signIn,
  signInByPasskey,
  undoEmailChange,
} from "../index.server.ts";
import { arrive } from "../providers/arrive.ts";
import { backupCodes, emailChanges, passkeys, people, sessions, signIns, totps } from "../tables.ts";
import { issueReset } from "./verification-tokens.ts";

const rounds = sized(4, 200);

let runtime: TestRuntime;
let far: Runtime;
let end: () => Promise<void>;
let hash = "";
let stolen = "";
beforeAll(async () => {
  const env = { SMTP_URL: "smtp://localhost:2525", LIMITS_FACTOR: "100000" };
  runtime = await createAccountsRuntime({ mode: "real", now: new Date(), env });
  ({ runtime: far, end } = secondProcess(runtime));
  const { hashing } = runtime.port(authPort);
  const [first, second] = [await hashing.hash(good), await hashing.hash(other)];
  hash = first.ok ? first.value : "";
  stolen = second.ok ? second.value : "";
});
afterAll(async () => {
  await end();
  await runtime.drop();
});

type Robbed = { thief: Person; undo: string; id: string; oldEmail: string; newEmail: string };

/** An account whose address somebody changed an hour ago; that one is still signed in, a moment ago. */
async function robbed(): Promise<Robbed> {
  const now = runtime.clock();
  const newEmail = `thief-${newId()}@example.test`;
  const person = await createPerson(runtime, { email: newEmail });
  const { id } = person;
  const oldEmail = `owner-${id}@example.test`;
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const before = new Date(now.getTime() - 86_400_000);
  const undo = secretToken();
  await runtime.db.insert(emailChanges).values({
    ...{ id: newId(), personId: id, oldEmail, newEmail, createdAt: hourAgo, expiresAt: now, doneAt: hourAgo },
    ...{ oldToken: secretToken(), newToken: secretToken(), undoToken: hashOf(undo) },
  });
  await runtime.db.insert(signIns).values({
    ...{ id: newId(), userId: id, providerId: "credential", accountId: id, password: hash },
    ...{ createdAt: before, updatedAt: before },
  });
  const sessionId = await openSessionOf(runtime, id, { freshAt: now });
  return { thief: { ...person, sessionId, freshAt: now }, undo, id, oldEmail, newEmail };
}

const identity = (provider: "google" | "apple", { id, newEmail }: Robbed) => {
  return {
    provider,
    sub: `thief-${id}`,
    email: newEmail,
    emailVerified: true,
    isAuthority: true,
    name: "Thief",
    idToken: "token",
  };
};
const arriveAs = (one: Robbed, purpose: "sign-in" | "link") => {
  const aim = { purpose, personId: one.id, next: null, popup: null, accepts: shown };
  const attempt = { id: newId(), provider: "google" as const, ...aim };
  const viewer = purpose === "link" ? one.thief : undefined;
  return inTransaction(ctxFor(far, viewer), (work) => arrive(work, attempt, identity("google", one)));
};
const connected = (one: Robbed) =>
  runtime.db.insert(signIns).values({
    ...{ id: newId(), userId: one.id, providerId: "google", accountId: `thief-${one.id}` },
    ...{ createdAt: runtime.clock(), updatedAt: runtime.clock() },
  });
const withTotp = (one: Robbed) =>
  runtime.db
    .insert(totps)
    .values({ personId: one.id, secret: "sealed", createdAt: new Date(0), confirmedAt: new Date(0) });

/** A passkey of the thief, made or used once its question was asked; everything but the last step is behind it. */
async function keyFor(one: Robbed, purpose: "add" | "sign-in") {
  const { origin, hostname: host } = runtime.config.baseUrl;
  const asked = await askPasskey(ctxFor(far, purpose === "add" ? one.thief : undefined), { purpose }, new Headers());
  if (!asked.ok) throw new Error(asked.message);
  const cookie = new Headers({ cookie: asked.value.cookies.map((each) => each.split(";")[0]).join("; ") });
  return {
    key: softPasskey({ origin, host }),
    question: asked.value.options,
    challenge: runtime.port(authPort).cookies.readChallenge(cookie),
  };
}

type Attack = (one: Robbed) => Promise<() => Promise<Outcome<unknown>>>;
/** Each prepares what it needs; what it returns is pressed at the moment of the undoing, on another process. */
const attacks: Record<string, Attack> = {
  "adds a passkey": async (one) => {
    const { key, question, challenge } = await keyFor(one, "add");
    const made = key.create(question);
    return () => addPasskey(ctxFor(far, one.thief), made, challenge);
  },
  "signs in with a passkey": async (one) => {
    const add = await keyFor(one, "add");
    await addPasskey(ctxFor(far, one.thief), add.key.create(add.question), add.challenge);
    const { question, challenge } = await keyFor(one, "sign-in");
    const signed = add.key.get(question);
    return () => signInByPasskey(ctxFor(far), signed, { challenge, short: false });
  },
  "adds an authenticator app": async (one) => {
    const begun = await beginApp(ctxFor(far, one.thief), {});
    if (!begun.ok) throw new Error(begun.message);
    const { token, secret } = begun.value;
    const code = await codeAt(secret, stepAt(runtime.clock()));
    return () => addApp(ctxFor(far, one.thief), { token, code });
  },
  "makes backup codes": async (one) => {
    await withTotp(one);
    return () => makeBackupCodes(ctxFor(far, one.thief), {});
  },
  "connects Google": async (one) => () => arriveAs(one, "link"),
  "signs in with the Google account that was connected": async (one) => {
    await connected(one);
    return () => arriveAs(one, "sign-in");
  },
  "asks for one more address": async (one) => () =>
    changeEmail(ctxFor(far, one.thief), { email: `more-${one.id}@example.test` }),
  "chooses a password": async (one) => () => changePassword(ctxFor(far, one.thief), { current: good, password: other }),
  "signs in with the password that was chosen": async (one) => {
    const chosen = { password: stolen, updatedAt: runtime.clock() };
    await runtime.db.update(signIns).set(chosen).where(eq(signIns.userId, one.id));
    return () => signIn(ctxFor(far), { email: one.newEmail, password: other }, null);
  },
  "uses a link to a new password": async (one) => {
    const token = await issueReset(runtime.db, one.id, runtime.clock());
    return () => setPassword(ctxFor(far), { token, password: other });
  },
};

/** What opens the account of this person now, but for the link that the undoing gave. */
async function methodsIn({ id, newEmail }: Robbed) {
  const newer = async (table: typeof passkeys | typeof totps | typeof backupCodes) => {
    const rows = await runtime.db
      .select({ at: table.createdAt })
      .from(table as typeof passkeys)
      .where(eq(table.personId, id));
    return rows.filter(({ at }) => at > new Date(0));
  };
  const methods = await runtime.db.select().from(signIns).where(eq(signIns.userId, id));
  const changes = await runtime.db.select().from(emailChanges).where(eq(emailChanges.personId, id));
  return {
    sessions: await runtime.db.select().from(sessions).where(eq(sessions.userId, id)),
    factors: [...(await newer(passkeys)), ...(await newer(totps)), ...(await newer(backupCodes))],
    methods: methods.filter(({ password }) => password !== hash),
    changes: changes.filter(({ doneAt }) => doneAt === null),
    // Somebody else of that name may have an account of their own by now: this one has its old address.
    email: (await runtime.db.select().from(people).where(eq(people.id, id)))[0]?.email === newEmail,
  };
}
const none = { sessions: [], factors: [], methods: [], changes: [], email: false };

test.each(Object.entries(attacks))(
  "whoever %s while the change of e-mail is undone gets nothing that stays",
  async (_, prepare) => {
    for (let round = 0; round < rounds; round += 1) {
      const one = await robbed();
      const press = await prepare(one);
      const undo = () => undoEmailChange(ctxFor(runtime), { token: one.undo });
      const both = round % 2 === 0 ? [undo(), press()] : [press(), undo()].reverse();
      const [undone] = await Promise.all(both);
      expect(undone).toEqual(done({ email: one.oldEmail, resetToken: expect.any(String) }));
      expect(await methodsIn(one)).toEqual(none);
      expect(await press()).toMatchObject({ ok: expect.any(Boolean) });
      expect(await methodsIn(one)).toEqual(none);
    }
  },
  sized(60_000, 600_000),
);
