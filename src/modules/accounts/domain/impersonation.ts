import { localOf, zoneLabel } from "#src/shared/zone.ts";

/** So long an admin sees the pages as somebody else; then the view ends by itself. */
export const impersonationMinutes = 15;

/** The address that a POST ends it at. */
export const endImpersonationPath = "/see-as/end";

/** "14:35 (Berlin, UTC+1)" */
export const untilLabel = (until: Date, zone: string): string =>
  `${localOf(until, zone).time} (${zoneLabel(zone, until)})`;
