import { lookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isLoopback, isPublic, readAddress } from "#src/platform/network-address.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";

export type Posted = { status: number | null; answer: string };

const mostMs = 10_000;
const mostBytes = 1_000;

/** How long one address of several may take to connect before the next one is tried. */
const mostConnectMs = 2_000;

/** Connects to the addresses that were checked, whatever the name leads to by now. */
const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_name, { all }, answer) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = known;
    if (all) answer(null, known);
    else answer(null, first?.address ?? "", first?.family);
  };

/** Bytes as text that every column takes: no NUL, no half characters. */
const readable = (bytes: Buffer): string =>
  bytes
    .toString("utf8")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();

/**
 * Posts a message to the first address that takes a connection (RFC 8305, one after another), and reads the first 1,000 bytes of the answer, in ten seconds at most. Redirects are answers like
 * others: nobody follows them. Never rejects; `status` is null when there was no answer.
 */
export function postMessage(
  { url, addresses }: Target,
  body: string,
  headers: Record<string, string>,
): Promise<Posted> {
  const { promise, resolve } = Promise.withResolvers<Posted>();
  const { request, Agent } = url.protocol === "https:" ? https : http;
  const bytes = Buffer.from(body);
  const asked = request(url, {
    method: "POST",
    agent: new Agent({ autoSelectFamily: true, autoSelectFamilyAttemptTimeout: mostConnectMs }),
    lookup: pinnedLookup(addresses),
    signal: AbortSignal.timeout(mostMs),
    maxHeaderSize: 16_384,
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": bytes.length,
    },
  });
  asked.on("error", (error) => {
    const slow = error.name === "AbortError" || error.name === "TimeoutError";
    resolve({ status: null, answer: slow ? "No answer within ten seconds." : readable(Buffer.from(error.message)) });
  });
  asked.on("response", (answer) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = () => {
      resolve({ status: answer.statusCode ?? null, answer: readable(Buffer.concat(chunks).subarray(0, mostBytes)) });
      asked.destroy();
    };
    answer.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= mostBytes) end();
    });
    answer.on("end", end);
    answer.on("error", end);
  });
  asked.end(bytes);
  return promise;
}

/** All addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;
const resolveName: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** Where a message may go: the address of the endpoint, and the network addresses that were checked, at least one. */
type Target = { url: URL; addresses: readonly string[] };

const wrong = (message: string) => invalid([{ path: "url", message }]);
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/** Checks an endpoint's address without the network. `local`: demo mode, which may send to itself. */
function readTarget(text: string, local: boolean): Outcome<URL> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["https:", "http:"].includes(url.protocol)) return wrong("Write an address that begins with https://.");
  if (url.username || url.password) return wrong("Write the address without a name and password.");
  if (text.length > 500) return wrong("Write at most 500 characters.");
  url.hash = "";
  const own = hostOf(url) === "localhost" || isLoopback(readAddress(hostOf(url)));
  if (url.protocol === "http:" && !(local && own))
    return wrong(local ? "Use https, or http to this computer." : "Use https: what is sent is nobody else's.");
  return done(url);
}

/**
 * Finds the network addresses to connect to. Every address of the name must be a public one (SSRF): a name that leads
 * into the operator's own network is refused, whatever else it leads to. Plain http leads to this computer alone.
 */
export async function findTarget(
  text: string,
  local: boolean,
  resolve: Resolve = resolveName,
): Promise<Outcome<Target>> {
  const read = readTarget(text, local);
  if (!read.ok) return read;
  const url = read.value;
  const host = hostOf(url);
  const found = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (found.length === 0) return wrong("This host name is not known.");
  const allowed = url.protocol === "http:" ? isLoopback : isPublic;
  if (!found.every((one) => allowed(readAddress(one))))
    return wrong("This leads to a private network. Use an address that can be reached from the internet.");
  return done({ url, addresses: found });
}
