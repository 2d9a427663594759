import { createHmac, timingSafeEqual } from "node:crypto";
import type { Runtime } from "#src/platform/runtime.ts";
import { keyFor } from "#src/platform/secret.ts";
import { isId } from "#src/shared/id.ts";

type Installation = Pick<Runtime, "secret">;

/** A keyed hash of the id: the same link is answered again, and a copy of the database alone opens none. */
const markOf = ({ secret }: Installation, id: string): Buffer =>
  createHmac("sha256", keyFor(secret, "prepared-orders")).update(id).digest();

/** Where a client opens a prepared order. */
export function preparedLink(runtime: Runtime, { id, service }: { id: string; service: string }): string {
  const url = new URL(service === "custom" ? "/custom" : "/order", runtime.config.baseUrl.origin);
  url.searchParams.set("prepared", `${id}.${markOf(runtime, id).toString("base64url")}`);
  return url.href;
}

/** The id in what a link carries; null for everything that this installation did not make. */
export function preparedIdIn(installation: Installation, sent: string): string | null {
  const [id = "", mark = "", more] = sent.split(".");
  if (!isId(id) || !/^[A-Za-z0-9_-]{43}$/.test(mark) || more !== undefined) return null;
  const [own, theirs] = [markOf(installation, id), Buffer.from(mark, "base64url")];
  return own.length === theirs.length && timingSafeEqual(own, theirs) ? id : null;
}
