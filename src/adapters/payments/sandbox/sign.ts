import { createHmac, timingSafeEqual } from "node:crypto";
import type { EventSubject, VerifiedEvent } from "#src/modules/payments/index.server.ts";

export const signatureHeader = "sandbox-signature";
const toleranceSeconds = 300;

const hmac = (key: Buffer, seconds: number, raw: string): string =>
  createHmac("sha256", key).update(`${seconds}.${raw}`).digest("hex");

/** "t=1773144000,v1=…": the time and an HMAC over the time and the exact bytes. */
export const signEvent = (key: Buffer, raw: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${hmac(key, seconds, raw)}`;
};

const refuse = (reason: string): VerifiedEvent => ({ ok: false, reason });

/** Nothing is read of the body before its signature holds; older than five minutes is refused. */
export const verifySigned = (key: Buffer, raw: string, header: string | null, now: Date): VerifiedEvent => {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "");
  if (!parts?.[1] || !parts[2]) return refuse("no signature");
  const seconds = Number(parts[1]);
  const expected = Buffer.from(hmac(key, seconds, raw), "hex");
  if (!timingSafeEqual(expected, Buffer.from(parts[2], "hex"))) return refuse("wrong signature");
  if (Math.abs(now.getTime() / 1000 - seconds) > toleranceSeconds) return refuse("old signature");
  return readEvent(raw);
};

const aboutOf = ({ attempt, refund, payment, dispute }: Record<string, unknown>): EventSubject | null => {
  if (typeof attempt === "string") return { kind: "attempt", attemptId: attempt };
  if (typeof refund === "string") return { kind: "refund", refundId: refund };
  if (typeof payment === "string") return { kind: "refund", transaction: payment };
  return typeof dispute === "string" ? { kind: "dispute", reference: dispute } : null;
};

const readEvent = (raw: string): VerifiedEvent => {
  try {
    const { id, type, ...subject } = JSON.parse(raw) as Record<string, unknown>;
    if (typeof id !== "string" || id === "" || id.length > 200) return refuse("no event id");
    return { ok: true, event: { id, type: String(type ?? "").slice(0, 100), about: aboutOf(subject) } };
  } catch {
    return refuse("not JSON");
  }
};
