import {
  type Answer,
  type Ask,
  connectionLost,
  type Problem,
  refused,
  retryAfterMs,
  serverBusy,
  serverMessage,
  signedOut,
  type Transport,
} from "./transport.ts";

/** Where an upload is kept and how many bytes the server has. */
export type Progress = { readonly url: string; readonly offset: number };

/**
 * What came of one request. `again`: it may work later, not before `afterMs` if the server named a time. `conflict`:
 * the server has another offset. `gone`: it does not know this upload. `failed`: trying again is of no use.
 */
export type Reply<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "again"; readonly afterMs: number | null; readonly problem: Problem }
  | { readonly kind: "conflict" }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly problem: Problem };

/** 423: another request still holds the upload. 460: the bytes arrived damaged. 507: no room for them now. */
const passing = [408, 423, 425, 429, 460, 500, 502, 503, 504, 507];
const ownMessageStatuses = [429, 507];
const again = (problem: Problem, afterMs: number | null = null) => ({ kind: "again", afterMs, problem }) as const;

const busy = (answer: Answer): Problem =>
  ownMessageStatuses.includes(answer.status) ? { kind: "connection", message: serverMessage(answer) } : serverBusy;

const refusal = (answer: Answer, now: number): Exclude<Reply<never>, { kind: "ok" }> => {
  const { status } = answer;
  if (status === 409) return { kind: "conflict" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 401) return { kind: "failed", problem: signedOut };
  if (passing.includes(status)) return again(busy(answer), retryAfterMs(answer.header("retry-after"), now));
  return { kind: "failed", problem: refused(serverMessage(answer)) };
};

const isDone = ({ status }: Answer): boolean => status >= 200 && status < 300;

const offsetIn = (answer: Answer): number | null => {
  const text = answer.header("upload-offset")?.trim() ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** An answer 200 without the protocol's words comes from something in between, such as a hotel's sign-in page. */
const placed = (url: string | null, offset: number | null): Reply<Progress> =>
  url === null || offset === null ? again(connectionLost) : { kind: "ok", value: { url, offset } };

const utf8 = new TextEncoder();
const base64 = (text: string): string => btoa(String.fromCharCode(...utf8.encode(text)));
const metadataOf = (facts: Readonly<Record<string, string>>): string =>
  Object.entries(facts)
    .map(([name, value]) => (value === "" ? name : `${name} ${base64(value)}`))
    .join(",");

/** The server names the path; the origin is the one that was asked, whatever a proxy in between wrote. */
const locationIn = (answer: Answer, endpoint: string): string | null => {
  const location = answer.header("location");
  if (!location || !URL.canParse(location, endpoint)) return null;
  const { pathname, search } = new URL(location, endpoint);
  return new URL(pathname + search, endpoint).href;
};

export type Line = { readonly endpoint: string; readonly transport: Transport; readonly now: () => number };
export type Sending = { readonly signal: AbortSignal; readonly onProgress?: (sent: number) => void };

const offsetBytes = { "content-type": "application/offset+octet-stream" };

async function exchange<T>(line: Line, ask: Ask, read: (answer: Answer) => Reply<T>): Promise<Reply<T>> {
  const headers = { "tus-resumable": "1.0.0", ...ask.headers };
  const answer = await line.transport({ ...ask, headers }).catch(() => null);
  if (!answer) return again(connectionLost);
  return isDone(answer) ? read(answer) : refusal(answer, line.now());
}

/** Announces a file; `body`, when given, is all of it and is sent with the announcement (creation-with-upload). */
export const create = (
  line: Line,
  file: { total: number; metadata: Readonly<Record<string, string>>; body?: Blob },
  { signal, onProgress }: Sending,
): Promise<Reply<Progress>> => {
  const { endpoint: url } = line;
  const { total, metadata, body } = file;
  const headers = {
    "upload-length": String(total),
    "upload-metadata": metadataOf(metadata),
    ...(body && offsetBytes),
  };
  const ask: Ask = { method: "POST", url, headers, signal, ...(body && { body }), ...(onProgress && { onProgress }) };
  return exchange(line, ask, (answer) =>
    // A server that takes no bytes with the announcement names no offset: they are sent afterwards.
    placed(locationIn(answer, url), offsetIn(answer) ?? 0),
  );
};

/** How much of an upload the server has. */
export const lookUp = (line: Line, url: string, { signal }: Sending): Promise<Reply<Progress>> =>
  exchange(line, { method: "HEAD", url, headers: {}, signal }, (answer) => placed(url, offsetIn(answer)));

/** Sends one chunk that begins at `progress.offset`. */
export const send = (
  line: Line,
  progress: Progress,
  body: Blob,
  { signal, onProgress }: Sending,
): Promise<Reply<Progress>> => {
  const { url, offset } = progress;
  const headers = { ...offsetBytes, "upload-offset": String(offset) };
  const ask: Ask = { method: "PATCH", url, headers, body, signal, ...(onProgress && { onProgress }) };
  return exchange(line, ask, (answer) => placed(url, offsetIn(answer)));
};

/** Asks the server to throw an upload away. */
export const remove = (line: Line, url: string, { signal }: Sending): Promise<Reply<null>> =>
  exchange(line, { method: "DELETE", url, headers: {}, signal }, () => ({ kind: "ok", value: null }));
