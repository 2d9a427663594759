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

/**
 * What came of one request. `ok`: where the upload is kept and how many bytes the server has. `again`: it may work
 * later, not before `afterMs` if the server named a time. `conflict`: the server has another offset. `gone`: it does not
 * know this upload. `failed`: trying again is of no use.
 */
export type Reply =
  | { readonly kind: "ok"; readonly url: string; readonly offset: number }
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

const refusal = (answer: Answer, now: number): Reply => {
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
const placed = (url: string | null, offset: number | null): Reply =>
  url === null || offset === null ? again(connectionLost) : { kind: "ok", url, offset };

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
type Sending = Pick<Ask, "signal" | "onProgress">;

const offsetBytes = { "content-type": "application/offset+octet-stream" };

async function exchange(line: Line, ask: Ask, read: (answer: Answer) => Reply): Promise<Reply> {
  const headers = { "tus-resumable": "1.0.0", ...ask.headers };
  const answer = await line.transport({ ...ask, headers }).catch(() => null);
  if (!answer) return again(connectionLost);
  return isDone(answer) ? read(answer) : refusal(answer, line.now());
}

type Announced = {
  readonly total: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly body: Blob | undefined;
};

/** Announces a file; `body`, when given, is all of it and is sent with the announcement (creation-with-upload). */
export const create = (line: Line, { total, metadata, body }: Announced, sending: Sending): Promise<Reply> => {
  const facts = { "upload-length": String(total), "upload-metadata": metadataOf(metadata) };
  const headers = { ...facts, ...(body && offsetBytes) };
  return exchange(line, { method: "POST", url: line.endpoint, headers, body, ...sending }, (answer) =>
    // A server that takes no bytes with the announcement names no offset: they are sent afterwards.
    placed(locationIn(answer, line.endpoint), offsetIn(answer) ?? 0),
  );
};

/** How much of an upload the server has. */
export const lookUp = (line: Line, url: string, sending: Sending): Promise<Reply> =>
  exchange(line, { method: "HEAD", url, headers: {}, ...sending }, (answer) => placed(url, offsetIn(answer)));

/** Sends one chunk that begins at `offset`. */
export const send = (line: Line, url: string, offset: number, body: Blob, sending: Sending): Promise<Reply> => {
  const headers = { ...offsetBytes, "upload-offset": String(offset) };
  return exchange(line, { method: "PATCH", url, headers, body, ...sending }, (answer) => placed(url, offsetIn(answer)));
};

/** Asks the server to throw an upload away. */
export const remove = (line: Line, url: string, sending: Sending): Promise<Reply> =>
  exchange(line, { method: "DELETE", url, headers: {}, ...sending }, () => placed(url, 0));
