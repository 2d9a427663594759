import { siteSetting } from "#src/modules/site/index.server.ts";
import type { Ctx } from "#src/platform/runtime.ts";
import { formatMoment } from "#src/shared/zone.ts";

export type FormatMoment = (at: Date | null) => string | null;

/** The zone in which a person reads times: the profile's, else the order's, else the operator's. */
export async function readingZone({ runtime, viewer }: Ctx, ofOrder: string | null): Promise<string> {
  const own = viewer.kind === "person" ? viewer.timeZone : null;
  return own ?? ofOrder ?? (await runtime.settings.get(siteSetting)).timeZone;
}

/** Instants in words of one zone; what has no instant stays null. */
export const momentsIn =
  (zone: string): FormatMoment =>
  (at) =>
    at && formatMoment(at, zone);
