import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Target } from "./target.ts";

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
