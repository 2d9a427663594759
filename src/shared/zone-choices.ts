import { zoneLabel } from "./zone.ts";

/** All zones for a select, UTC first. */
export const zones = (): readonly string[] => [
  "UTC",
  ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC"),
];

// One well-known zone for most offsets: what a page offers before scripts can list them all.
const common = [
  "Pacific/Honolulu",
  "America/Anchorage",
  "America/Los_Angeles",
  "America/Denver",
  "America/Chicago",
  "America/New_York",
  "America/Halifax",
  "America/Sao_Paulo",
  "Atlantic/Azores",
  "UTC",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Athens",
  "Africa/Lagos",
  "Africa/Nairobi",
  "Europe/Istanbul",
  "Asia/Dubai",
  "Asia/Karachi",
  "Asia/Kolkata",
  "Asia/Dhaka",
  "Asia/Bangkok",
  "Asia/Shanghai",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Pacific/Auckland",
];

export type ZoneChoice = { readonly value: string; readonly label: string };

/** The zones of the list by city, each with its offset now: a short list first, every zone once scripts run; the chosen one is always in it. */
export const zoneChoices = (ready: boolean, chosen: string, now = new Date()): readonly ZoneChoice[] => {
  const list = ready ? zones() : common;
  return (list.includes(chosen) ? list : [chosen, ...list])
    .map((value) => ({ value, label: zoneLabel(value, now) }))
    .sort((a, b) => a.label.localeCompare(b.label, "en"));
};
