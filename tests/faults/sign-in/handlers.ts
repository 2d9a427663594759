import { openHashing } from "#src/modules/accounts/sign-in/auth.ts";
import { withBooks } from "../app/books.ts";

export const password = "eight small boats at dawn";

export const known = (n: number) => `known-${n}@people.test`;

/** Accounts as registering leaves them behind. */
export async function makePeople(dataDir: string, emails: readonly string[]): Promise<void> {
  const hash = await openHashing().hash(password);
  if (!hash.ok) throw new Error(hash.message);
  await withBooks(dataDir, async ({ rows }) => {
    await rows(
      `with made as (
         insert into accounts.people (id, name, email, email_verified, created_at, updated_at)
         select gen_random_uuid(), 'Person', email, true, now() - interval '1 day', now() from unnest($1::text[]) email
         returning id)
       insert into accounts.sign_ins (id, user_id, provider_id, account_id, password, created_at, updated_at)
       select gen_random_uuid(), id, 'credential', id::text, $2, now(), now() from made`,
      [emails, hash.value],
    );
  });
}

type Fields = Record<string, string>;
/** Posts a form to the shop at `url`. */
export const poster =
  (url: string) =>
  (path: string, fields: Fields, cookie = ""): Promise<Response> =>
    fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url, ...(cookie && { cookie }) },
      body: new URLSearchParams(fields),
    });
export type Post = ReturnType<typeof poster>;

type Handler = {
  name: string;
  ask: (email: string, post: Post, session: string) => Promise<Response>;
  answers: RegExp;
};
/** What a stranger can ask of every handler that takes an address; a change of e-mail needs a session of the own. */
export const handlers: readonly Handler[] = [
  {
    name: "sign-in",
    ask: (email, post) => post("/api/auth/sign-in/email", { email, password: "these are other words" }),
    answers: /^401 .*do not match/,
  },
  {
    name: "reset",
    ask: (email, post) => post("/passreset", { email }),
    answers: /^200 [\s\S]*If there is an account for this address/,
  },
  {
    name: "register",
    ask: (email, post) =>
      post("/api/auth/sign-up/email", { name: "Somebody", email, password: "a quiet lake at night", terms: "on" }),
    answers: /^200 .*We sent you an e-mail/,
  },
  {
    name: "mail change",
    ask: (email, post, session) => post("/accountSettings/email", { email }, session),
    answers: /^303 \/accountSettings $/,
  },
];

export type Heard = { ms: number; status: number; text: string };

/** The answer for an address, and after how long. */
export async function hear(ask: (email: string) => Promise<Response>, email: string): Promise<Heard> {
  const began = performance.now();
  const answer = await ask(email);
  const body = await answer.text();
  const ms = performance.now() - began;
  // What the sender wrote, and what is new in every answer, says nothing about the account.
  const text = `${answer.headers.get("location") ?? ""} ${body}`
    .replaceAll(email, "ADDRESS")
    .replaceAll(encodeURIComponent(email), "ADDRESS")
    .replace(/nonce=\\?"[^"]*"/g, "nonce")
    .replace(/urn:request:[\w-]+/g, "request");
  return { ms, status: answer.status, text };
}
