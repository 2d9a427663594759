import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Adapter, AdapterPayload, Provider } from "oidc-provider";
import { newSigningKey } from "./keys.ts";
import { defaultPeople, type FakePerson, type Kind } from "./people.ts";
import { envOf, makeProvider, routes } from "./provider.ts";
import { type Knobs, newKnobs, turn } from "./tamper.ts";

const names: Record<Kind, string> = { google: "Google", apple: "Apple" };

const safe = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "");

const pageOf = (kind: Kind, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Fake for ${names[kind]}</title>
<style>body{font:16px/1.5 sans-serif;max-width:26rem;margin:2rem auto;padding:0 1rem}button{display:block;width:100%;margin:.5rem 0;padding:.75rem;font:inherit;text-align:left;cursor:pointer}small{display:block;color:#555}</style>
</head><body><main><h1>Fake for ${names[kind]}</h1>${body}</main></body></html>`;

const aside = (one: FakePerson): string => {
  const mail = one.email ? safe(one.email) : "e-mail withheld";
  const proven = one.email && one.verified !== true && one.verified !== "true" ? ", not verified" : "";
  return `${mail}${proven}${one.name === null ? ", name withheld" : ""}`;
};

const choosePage = (kind: Kind, people: readonly FakePerson[]): string =>
  pageOf(
    kind,
    `<p>Who signs in?</p><form method="post">
${people.map((one) => `<button name="person" value="${safe(one.sub)}">${safe(`${one.first} ${one.last}`)}<small>${aside(one)}</small></button>`).join("\n")}
<button name="choice" value="cancel">Cancel</button></form>`,
  );

const consentPage = (kind: Kind, one: FakePerson, app: string): string =>
  pageOf(
    kind,
    `<p>${safe(app)} wants to know your name and e-mail, ${safe(one.first)}.</p><form method="post">
<input type="hidden" name="person" value="${safe(one.sub)}">
<button name="choice" value="allow">Allow</button><button name="choice" value="deny">Deny</button></form>`,
  );

export type FakeOidc = {
  kind: Kind;
  issuer: string;
  people: FakePerson[];
  knobs: Knobs;
  /** How often each path was asked for. */
  asked: Map<string, number>;
  /** Signs with a new key from now on; the old one is gone. */
  changeKeys: () => void;
  /** Everybody's consent is asked for again, and Apple sends names again. */
  forget: () => void;
  /** What the product needs to know to use this fake. */
  env: Record<string, string>;
  close: () => Promise<void>;
};

type Wishes = { kind: Kind; app: string; port?: number };

/** Starts the fake for Google or for Apple on 127.0.0.1. `app` is the product's origin. */
export async function startOidc({ kind, app, port = 0 }: Wishes): Promise<FakeOidc> {
  const knobs = newKnobs();
  const people = defaultPeople(kind);
  const consents = new Map<string, "first" | "given">();
  const asked = new Map<string, number>();
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const isFirst = (sub: string): boolean => {
    const first = consents.get(sub) === "first";
    consents.set(sub, "given");
    return first;
  };
  const adapter = openMemory();
  const open = () => {
    const key = newSigningKey();
    return makeProvider({ kind, issuer, app, people, knobs, key, adapter, isFirst });
  };
  let provider = open();
  const fake: FakeOidc = {
    kind,
    issuer,
    people,
    knobs,
    asked,
    changeKeys: () => {
      provider = open();
    },
    forget: () => consents.clear(),
    env: envOf(kind, issuer),
    close: () => stop(server),
  };
  server.on("request", (request, response) => {
    const path = new URL(request.url ?? "/", issuer).pathname;
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const answer = path === "/_control" ? control(fake, request, response) : serve(path, request, response);
    answer.catch((error: unknown) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
  const serve = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (path === "/favicon.ico") return void response.writeHead(204).end();
    if (knobs.down === "silent") return;
    if (knobs.down === "refuse") return void request.socket.destroy();
    if (knobs.down === "error") return void response.writeHead(503).end("not now");
    if (knobs.coop) response.setHeader("cross-origin-opener-policy", knobs.coop);
    if (path.startsWith(routes[kind].authorization)) forgetSession(request, kind);
    if (path.startsWith("/choose/")) await choose({ kind, app, people, consents, provider }, request, response);
    else await provider.callback()(request, response);
  };
  return fake;
}

/** Each way begins with nobody signed in, so that one browser can be several people. */
function forgetSession(request: IncomingMessage, kind: Kind): void {
  const pairs = (request.headers.cookie ?? "").split(/;\s*/);
  request.headers.cookie = pairs.filter((pair) => !pair.startsWith(`${kind}_session`)).join("; ");
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

const html = (response: ServerResponse, page: string): void =>
  void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}

type Choice = {
  kind: Kind;
  app: string;
  people: readonly FakePerson[];
  consents: Map<string, "first" | "given">;
  provider: Provider;
};

/** The page to choose who signs in, then, the first time, the question for consent. */
async function choose(
  { kind, app, people, consents, provider }: Choice,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST") return html(response, choosePage(kind, people));
  const form = new URLSearchParams(await bodyOf(request));
  const choice = form.get("choice");
  const one = people.find(({ sub }) => sub === form.get("person"));
  if (choice === "cancel" || choice === "deny" || !one) {
    const error = kind === "apple" ? "user_cancelled_authorize" : "access_denied";
    return provider.interactionFinished(request, response, { error, error_description: `The person chose ${choice}.` });
  }
  if (choice !== "allow" && !consents.has(one.sub)) return html(response, consentPage(kind, one, app));
  if (!consents.has(one.sub)) consents.set(one.sub, "first");
  await provider.interactionFinished(request, response, { login: { accountId: one.sub }, select_account: {} });
}

/** GET returns the knobs; POST with JSON sets them. Also `"keys": "change"` and `"consents": "forget"`. */
async function control(fake: FakeOidc, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { keys, consents, ...knobs } = JSON.parse((await bodyOf(request)) || "{}") as Record<string, unknown>;
  if (keys === "change") fake.changeKeys();
  if (consents === "forget") fake.forget();
  const wrong = turn(fake.knobs, knobs);
  response.writeHead(wrong ? 400 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(wrong ? { wrong } : { issuer: fake.issuer, people: fake.people, ...fake.knobs }));
}

type Row = { payload: AdapterPayload; grantId: string | undefined };

/** Where a fake keeps what it must remember: in this process, until it ends. */
function openMemory(): (model: string) => Adapter {
  const rows = new Map<string, Row>();
  return (model) => {
    const key = (id: string) => `${model} ${id}`;
    const find = async (id: string) => rows.get(key(id))?.payload;
    return {
      upsert: async (id, payload) => void rows.set(key(id), { payload, grantId: payload.grantId }),
      find,
      findByUid: async (uid) =>
        [...rows].find(([name, row]) => name.startsWith(`${model} `) && row.payload.uid === uid)?.[1].payload,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, row] of rows) if (row.grantId === grantId) rows.delete(name);
      },
    };
  };
}
