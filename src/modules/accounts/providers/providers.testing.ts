import { expect } from "vitest";
import { type FakeOidc, startOidc } from "#fakes/oidc/start.ts";
import { pageValuesPlug } from "#tests/support/page-values.ts";
import { createAccountsRuntime } from "#tests/support/people.ts";
import type { TestRuntime } from "#tests/support/runtime.ts";
import { shownVersions } from "#tests/support/shown-versions.ts";
import type { Provider } from "../domain/providers.ts";
import { authHandler } from "../index.server.ts";

const base = "http://localhost:3000";

export type ProviderFixture = { runtime: TestRuntime; google: FakeOidc; apple: FakeOidc; close: () => Promise<void> };

/** A runtime that knows both fakes. Its clock goes with the machine's: the fakes have no other, and tokens have times. */
export async function openProviderFixture(mode: "demo" | "real" = "real"): Promise<ProviderFixture> {
  const google = await startOidc({ kind: "google", app: base });
  const apple = await startOidc({ kind: "apple", app: base });
  const env = { ...google.env, ...apple.env, LIMITS_FACTOR: "1000", SMTP_URL: "smtp://mail.test" };
  const ports = [pageValuesPlug];
  const runtime = await createAccountsRuntime({ mode, now: new Date(), ticking: true, env, ports });
  const close = async () => {
    await Promise.all([google.close(), apple.close()]);
    await runtime.drop();
  };
  return { runtime, google, apple, close };
}

/** What a provider sends back: in the address (Google), or as a form (Apple). */
export type Sent = { provider: Provider; fields: Record<string, string> };
type Choice = { person?: string; choice?: "cancel" | "deny" };

/** A browser without scripts that keeps cookies, once for the shop and once for each provider. */
export function openBrowser(runtime: TestRuntime) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const keep = (origin: string, answer: Response): Response => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
      if (value === "" || /max-age=0/i.test(cookie)) jarOf(origin).delete(name);
      else jarOf(origin).set(name, value);
    }
    return answer;
  };
  const cookie = (origin: string): string => [...jarOf(origin)].map((pair) => pair.join("=")).join("; ");
  const handler = authHandler(runtime);

  /** Asks the shop. Lax: a form from another site carries no cookies. */
  const shop = async (path: string, init: RequestInit & { crossSite?: boolean } = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!init.crossSite) headers.set("cookie", cookie(base));
    return keep(base, await handler(new Request(base + path, { ...init, headers })));
  };
  const provider = async (address: string, body?: Record<string, string>): Promise<Response> => {
    const { origin } = new URL(address);
    const answer = await fetch(address, {
      method: body ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: cookie(origin) },
      ...(body && { body: new URLSearchParams(body) }),
    });
    return keep(origin, answer);
  };
  const follow = async (address: string): Promise<Response & { at: string }> => {
    let at = address;
    let answer = await provider(at);
    while (answer.status >= 300 && answer.status < 400) {
      const to = new URL(answer.headers.get("location") ?? "", at);
      if (to.origin === base) return Object.assign(answer, { at: to.href });
      at = to.href;
      answer = await provider(at);
    }
    return Object.assign(answer, { at });
  };

  /** Presses the button of a page that shows the texts of now. */
  const begin = async (kind: Provider, fields: Record<string, string> = {}): Promise<Response> =>
    shop(`/api/auth/sign-in/${kind}`, {
      method: "POST",
      body: new URLSearchParams({ ...shownVersions, ...fields }),
    });

  /** From the shop's redirect to what the provider sends back. */
  const choose = async (kind: Provider, address: string, { person = "ada", choice }: Choice = {}): Promise<Sent> => {
    const page = await follow(address);
    const again = async (body: Record<string, string>) => {
      const answer = await provider(page.at, body);
      return answer.status < 400 && answer.headers.has("location")
        ? follow(new URL(answer.headers.get("location") ?? "", page.at).href)
        : Object.assign(answer, { at: page.at });
    };
    let answer = await again(choice === "cancel" ? { choice } : { person });
    let html = await answer.clone().text();
    if (html.includes('value="allow"')) {
      answer = await again({ person, choice: choice ?? "allow" });
      html = await answer.clone().text();
    }
    const fields =
      kind === "google"
        ? Object.fromEntries(new URL(answer.at).searchParams)
        : Object.fromEntries(
            [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
              name,
              value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
            ]),
          );
    return { provider: kind, fields };
  };

  /** What the provider sent arrives at the shop; for Apple the browser is sent on once. */
  const arrive = async ({ provider: kind, fields }: Sent): Promise<Response> => {
    if (kind === "google") return shop(`/api/auth/callback/google?${new URLSearchParams(fields)}`);
    const body = new URLSearchParams(fields);
    const parked = await shop("/api/auth/callback/apple", { method: "POST", body, crossSite: true });
    const to = parked.headers.get("location") ?? "";
    return to.startsWith("/api/") ? shop(to) : parked;
  };

  /** The whole way; `where` is the path it ends at. */
  const go = async (kind: Provider, choice: Choice = {}, fields: Record<string, string> = {}): Promise<string> => {
    const begun = await begin(kind, fields);
    const to = begun.headers.get("location") ?? "";
    if (!to.startsWith("http://127.0.0.1")) return to;
    return where(await arrive(await choose(kind, to, choice)));
  };
  const where = (answer: Response): string => answer.headers.get("location") ?? `status ${answer.status}`;

  return {
    begin,
    choose,
    arrive,
    go,
    shop,
    where,
    cookie: () => cookie(base),
    headers: () => new Headers({ cookie: cookie(base) }),
    setCookies: (cookies: readonly string[]) => {
      const answer = new Response();
      for (const one of cookies) answer.headers.append("set-cookie", one);
      keep(base, answer);
    },
    /** The address at the provider to which a new way leads. */
    leave: async (kind: Provider, fields: Record<string, string> = {}): Promise<string> => {
      const begun = await begin(kind, fields);
      expect(begun.status).toBe(303);
      return begun.headers.get("location") ?? "";
    },
  };
}
