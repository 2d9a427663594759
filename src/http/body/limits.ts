import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import type { Refuse } from "../refuse.tsx";
import { type Env, isRead } from "../scope.ts";
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

const kib = 1024;

/** What an address takes as a body: at most so many bytes (inflated), forms only or whatever its handler reads. */
export type BodyRule = {
  readonly most: number;
  readonly forms: boolean;
  /** What a person does whose form is over the limit; without it, what every such refusal says. */
  readonly tooMuch?: string;
  /** More than a page takes, for whoever is signed in: any form, or forms with files alone (multipart). */
  readonly signedIn?: "any" | "multipart";
};

const json: BodyRule = { most: 64 * kib, forms: false };
const reports: BodyRule = { most: 16 * kib, forms: false };
const webhooks: BodyRule = { most: 1024 * kib, forms: false };
const pages: BodyRule = { most: 512 * kib, forms: true };
/** 200,000 characters of a delivery, each up to nine bytes in a form. */
const deliveries: BodyRule = { most: 2048 * kib, forms: true, signedIn: "any" };

/** 50,000 characters as JSON. */
const checks: BodyRule = { most: 512 * kib, forms: false };
/** A file of 10 MB and a pasted text beside it. */
const checkerPage: BodyRule = {
  most: 11 * 1024 * kib,
  forms: true,
  signedIn: "multipart",
  tooMuch:
    "A file here may have up to 10\u00a0MB. Go back: what you pasted is still there. Choose a smaller file, or paste a part of its text.",
};

/** A text of 10 MB that is sent to be counted, and the form around it. */
const orderForm: BodyRule = {
  most: 11 * 1024 * kib,
  forms: true,
  signedIn: "multipart",
  tooMuch:
    "A file here may have up to 10\u00a0MB. Go back: what you typed is still there. Choose a smaller file, or write the number of pages yourself.",
};

/** Logos of 512 kB; what is somewhat larger is refused beside its place. */
const brandPage: BodyRule = {
  most: 6 * 1024 * kib,
  forms: true,
  signedIn: "multipart",
  tooMuch: "A picture here may have up to 512\u00a0KB. Go back: your draft is kept. Choose a smaller file.",
};

const beforeSignIn: BodyRule = {
  ...pages,
  tooMuch:
    "Before you sign in a form may have up to 512\u00a0kB. Go back: what you typed is still there. Make it shorter, or sign in and send it again.",
};

/** The rule of an address for this form: what takes more than a page does so for people who are signed in. */
async function ruleFor(rule: BodyRule, type: string | null, isSignedIn: () => Promise<boolean>): Promise<BodyRule> {
  if (!rule.signedIn) return rule;
  const isMultipart = (type ?? "").trim().toLowerCase().startsWith("multipart/");
  if (rule.signedIn === "multipart" && !isMultipart) return pages;
  return (await isSignedIn()) ? rule : beforeSignIn;
}

const ordersPage = /^\/(?:dashboard|admin)\/orders\/[^/]+$/i;

/**
 * APIs 64 KB (texts to check 512 KB), forms 512 KB (on an order's page, where work is delivered, 2 MB; at the checker and the order form, with files, 11 MB; at the brand, with pictures, 6 MB: see `ruleFor`), webhooks 1 MB, policy reports 16 KB.
 * Null: files, whose handlers count their own bytes as they stream.
 */
export function bodyRule(path: string): BodyRule | null {
  if (path === "/files" || path.startsWith("/files/")) return null;
  if (path.startsWith("/webhooks/")) return webhooks;
  if (path === "/csp-report") return reports;
  if (path === "/api/checks") return checks;
  if (/^\/aichecker(?:\.data)?$/i.test(path)) return checkerPage;
  if (/^\/order(?:\.data)?$/i.test(path)) return orderForm;
  if (/^\/admin\/site(?:\.data)?$/i.test(path)) return brandPage;
  if (path.startsWith("/api/") || path.startsWith("/assets/")) return json;
  return ordersPage.test(path) ? deliveries : pages;
}

const mostFields = 200;
const ampersand = 0x26;
const formType = "application/x-www-form-urlencoded";

const essence = (type: string): string => (type.split(";")[0] ?? "").trim().toLowerCase();

/**
 * Refuses forms that cannot be read: more than 200 fields, or a multipart body that breaks off or has no boundary (400).
 * Other types pass.
 */
async function checkForm(bytes: Buffer, type: string | null): Promise<BodyRead<null>> {
  const kind = essence(type ?? "");
  if (kind === formType) return fieldsIn(bytes) > mostFields ? bodyRefused(400) : bodyRead(null);
  if (kind !== "multipart/form-data" || type === null) return bodyRead(null);
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
    return [...form.keys()].length > mostFields ? bodyRefused(400) : bodyRead(null);
  } catch {
    return bodyRefused(400);
  }
}

/** Whether a page can read this type; no body and no type is an empty form. */
export const isForm = (type: string | null): boolean => [formType, "multipart/form-data"].includes(essence(type ?? ""));

function fieldsIn(bytes: Buffer): number {
  let count = 1;
  for (const byte of bytes) if (byte === ampersand) count += 1;
  return count;
}

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
