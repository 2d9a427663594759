import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import type { Refuse } from "../refuse.tsx";
import { type Env, isRead } from "../scope.ts";
import { type BodyRule, bodyRule, checkForm, formType, isForm, ruleFor } from "./limits.ts";
import {
  type BodyQuota,
  type BodyRead,
  type BodyRefusal,
  bodyRead,
  bodyRefusals,
  bodyRefused,
  hasBody,
  readBytes,
} from "./read-bytes.ts";

const decoders = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/** What a 415 for another coding names (RFC 9110 section 15.5.16). */
const acceptedCodings = "gzip, deflate, br";

/** The coding that a request names; null without one. */
const codingOf = (header: string | null | undefined): string | null => {
  const coding = (header ?? "").trim().toLowerCase();
  return coding === "" || coding === "identity" ? null : coding;
};

const isKnown = (coding: string | null): boolean => coding === null || decoders.has(coding);

/** A body as it was before its coding, never more than `most` bytes. Several codings on one another are refused. */
async function inflated(bytes: Buffer, coding: string | null, most: number): Promise<BodyRead<Buffer>> {
  if (coding === null) return bodyRead(bytes);
  const decode = decoders.get(coding);
  if (!decode) return bodyRefused(415);
  try {
    return bodyRead(await decode(bytes, { maxOutputLength: most }));
  } catch (error) {
    return bodyRefused(error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? 413 : 400);
  }
}

const empty = Buffer.alloc(0);

/**
 * Reads the body of every request that changes something, however it was sent, and hands it on whole: what comes after
 * meets an ordinary Request. Bodies of GET and HEAD mean nothing; files are left to their handlers, uncoded.
 */
export function readBodies(
  quota: BodyQuota,
  refuse: Refuse,
  isSignedIn: (c: Context<Env>) => Promise<boolean>,
): MiddlewareHandler<Env> {
  const refused = (c: Context<Env>, status: BodyRefusal, rule?: BodyRule): Response => {
    const { type, message } = bodyRefusals[status];
    const words = (status === 413 && rule?.tooMuch) || message;
    const answer = refuse(c, { status, type, message: words, ...(status === 503 && { retryAfter: 2 }) });
    if (status === 415 && c.req.header("content-encoding")) answer.headers.set("accept-encoding", acceptedCodings);
    return answer;
  };
  return async (c, next) => {
    if (isRead(c.req.method)) return next();
    const known = bodyRule(c.req.path);
    const type = c.req.header("content-type") ?? null;
    const rule = known?.signedIn ? await ruleFor(known, type, () => isSignedIn(c)) : known;
    const coding = codingOf(c.req.header("content-encoding"));
    if (!isKnown(coding) || (!rule && coding)) return refused(c, 415);
    if (!rule) return next();
    const body = quota(c.get("scope").request.address);
    try {
      const read = hasBody(c.env.incoming) ? await readBytes(c.env.incoming, rule.most, body) : bodyRead(empty);
      if (!read.ok) return refused(c, read.status, rule);
      const request = await rebuilt(c.req.raw, read.value, { ...rule, coding });
      if (!request.ok) return refused(c, request.status, rule);
      c.req.raw = request.value;
      return await next();
    } finally {
      body.release();
    }
  };
}

type Rule = BodyRule & { coding: string | null };

async function rebuilt(asked: Request, bytes: Buffer, rule: Rule): Promise<BodyRead<Request>> {
  const headers = new Headers(asked.headers);
  const plain = await inflated(bytes, rule.coding, rule.most);
  if (!plain.ok) return plain;
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  if (rule.forms && plain.value.length === 0) headers.set("content-type", formType);
  const type = headers.get("content-type");
  if (rule.forms && !isForm(type)) return bodyRefused(415);
  const form = await checkForm(plain.value, type);
  if (!form.ok) return form;
  const { url, method, signal } = asked;
  return bodyRead(new Request(url, { method, headers, signal, body: new Uint8Array(plain.value) }));
}
