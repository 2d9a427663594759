import { formatMoment } from "#src/shared/zone.ts";

export type FormatMoment = (at: Date | null) => string | null;

/** Instants in words of one zone; what has no instant stays null. */
export const momentsIn =
  (zone: string): FormatMoment =>
  (at) =>
    at && formatMoment(at, zone);
