export type Ask = {
  readonly method: "POST" | "HEAD" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob | undefined;
  /** Bytes of the body that left this device. */
  readonly onProgress?: ((sent: number) => void) | undefined;
  readonly signal: AbortSignal;
};

export type Answer = {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
};

/** Carries one request. Rejects when no answer came: cut, silent for too long, or stopped by the signal. */
export type Transport = (ask: Ask) => Promise<Answer>;

/** So long may a request be silent while it sends, and so long may the server think after the last byte. */
const silentMs = 30_000;
const thinkingMs = 120_000;

const answerOf = (request: XMLHttpRequest): Answer => ({
  status: request.status,
  header: (name) => request.getResponseHeader(name),
  body: request.responseText,
});

const open = ({ method, url, headers }: Ask): XMLHttpRequest => {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return request;
};

/** XMLHttpRequest, because `fetch` does not report how much was sent. */
export const xhrTransport: Transport = (ask) =>
  new Promise((resolve, reject) => {
    ask.signal.throwIfAborted();
    const request = open(ask);
    let watch: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const within = (time: number) => {
      clearTimeout(watch);
      watch = setTimeout(stop, time);
    };
    const end = () => {
      clearTimeout(watch);
      ask.signal.removeEventListener("abort", stop);
    };
    ask.signal.addEventListener("abort", stop);
    if (ask.body) {
      request.upload.onprogress = ({ loaded }) => {
        within(silentMs);
        ask.onProgress?.(loaded);
      };
      request.upload.onload = () => within(thinkingMs);
    }
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new Error("No answer came."));
    request.onabort = () => reject(new Error("The request was stopped."));
    request.onloadend = end;
    within(silentMs);
    request.send(ask.body ?? null);
  });

/**
 * Why an upload did not go through. `connection`: it may work later. `signed-out`: the session is over. `refused`: the
 * server refused, with `words`. `unreadable`: this device cannot read the file any more.
 */
type ProblemKind = "connection" | "signed-out" | "refused" | "unreadable";
export type Problem = { readonly kind: ProblemKind; readonly message: string };

export const connectionLost: Problem = { kind: "connection", message: "Not sent. The connection was lost." };
export const serverBusy: Problem = { kind: "connection", message: "Not sent. The server does not accept files now." };
export const signedOut: Problem = {
  kind: "signed-out",
  message: "You are signed out. Sign in again, then press Retry. What was sent is kept.",
};
export const unreadable: Problem = {
  kind: "unreadable",
  message: "The file was moved or changed on this device. Choose it again.",
};
export const refused = (message: string): Problem => ({ kind: "refused", message });
export const lostOften: Problem = { kind: "connection", message: "Not sent. The server lost this file several times." };

const longest = 300;

const fallback: Readonly<Record<number, string>> = {
  403: "This file may not be sent here.",
  413: "This file is over the limit.",
  415: "This type of file is not accepted.",
  422: "This file is not accepted.",
  429: "Too many files in a short time. Wait a while, then try again.",
  507: "There is no room for this file now. Try again later.",
};

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, longest) : null;

const fromJson = (body: string): string | null => {
  try {
    const found: unknown = JSON.parse(body);
    if (typeof found !== "object" || found === null) return null;
    return textOf("detail" in found ? found.detail : null) ?? textOf("title" in found ? found.title : null);
  } catch {
    return null;
  }
};

/** What a refusal says to people: problem details or one plain line; else words of ours for its status. */
export const serverMessage = ({ status, header, body }: Answer): string => {
  const type = header("content-type") ?? "";
  const plain = type.startsWith("text/plain") && body.length <= longest ? textOf(body) : null;
  return (type.includes("json") ? fromJson(body) : plain) ?? fallback[status] ?? "The server did not accept this file.";
};

/** Milliseconds of a Retry-After in seconds or as a date; null when there is none. */
export const retryAfterMs = (value: string | null, now: number): number | null => {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};
