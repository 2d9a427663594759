import type { PageForm } from "./driver-forms.ts";
import { cookieOf } from "./product.ts";

/** `done`: the result of the form that led here. */
export type Page = { status: number; path: string; html: string; done: boolean };

/** No answer, or one that says that it could not be done: what was asked for may have happened or not. */
export class Unanswered extends Error {}

/** A person with a browser without scripts; `base` is where the product answers at this moment. */
export type Visitor = {
  signIn(email: string): Promise<void>;
  get(path: string): Promise<Page>;
  /** Sends a form as a button does, and follows to the page that it leads to. */
  send(page: Page, form: PageForm, typed?: Record<string, string>): Promise<Page>;
};

const mostRedirects = 5;
const idleTimeoutMs = 30_000;

export function openVisitor(base: () => string): Visitor {
  let cookie = "";
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const url = base();
    const headers = { accept: "text/html", cookie, origin: url, ...init.headers };
    const signal = AbortSignal.timeout(idleTimeoutMs);
    const answer = await fetch(url + path, { ...init, headers, redirect: "manual", signal }).catch((cause) => {
      throw new Unanswered(`${path} was not answered`, { cause });
    });
    if (answer.status === 503) throw new Unanswered(`${path} was answered by 503`);
    return answer;
  };
  const follow = async (path: string, first: Response): Promise<Page> => {
    let at = path;
    let answer = first;
    let done = false;
    for (let times = 0; answer.status >= 300 && answer.status < 400; times += 1) {
      if (times === mostRedirects) throw new Error(`${path} leads from page to page`);
      done ||= answer.headers.getSetCookie().some((one) => one.startsWith("flash="));
      await answer.body?.cancel();
      at = new URL(answer.headers.get("location") ?? "", base() + at).href.slice(base().length);
      answer = await ask(at);
    }
    const html = await answer.text().catch((cause) => {
      throw new Unanswered(`${at} was cut`, { cause });
    });
    return { status: answer.status, path: at, html, done };
  };
  return {
    signIn: async (email) => {
      cookie = await cookieOf(base(), email).catch((cause) => {
        throw new Unanswered("sign-in was not answered", { cause });
      });
    },
    get: async (path) => follow(path, await ask(path)),
    send: async (page, { action, fields }, typed = {}) => {
      const path = action ?? page.path;
      const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed });
      return follow(path, await ask(path, { method: "POST", body }));
    },
  };
}
