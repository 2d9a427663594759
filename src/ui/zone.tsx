import { zoneLabel } from "#src/shared/zone.ts";

/** "New York, UTC-5" on one line: a browser may break it behind the minus. */
export const Zone = ({ zone, at }: { zone: string; at?: Date | undefined }) => (
  <span className="nowrap">{zoneLabel(zone, at)}</span>
);
