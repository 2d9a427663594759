import { z } from "zod";
import { defineSetting } from "#src/platform/settings.ts";
import { mostRows } from "./links.ts";

const row = z.strictObject({
  id: z.string().min(1).max(60),
  label: z.string().max(60),
  to: z.string().max(500),
  shown: z.boolean(),
});
const rows = z.array(row).max(mostRows);

const moment = z.iso.datetime().or(z.literal(""));

const notice = z.strictObject({
  /** "": there is none. */
  text: z.string().max(200),
  /** A link behind the text; "": none. */
  label: z.string().max(60),
  to: z.string().max(500),
  /** "": at once, and for good. */
  from: moment,
  until: moment,
});

export type StoredNotice = z.infer<typeof notice>;

const network = z.string().max(500);
const social = z.strictObject({ facebook: network, instagram: network, linkedin: network, x: network });
export type SocialLinks = z.infer<typeof social>;

const schema = z.strictObject({
  /** The setting's own version. */
  number: z.int().min(0),
  /** Only what differs from the product: an empty list is as shipped. */
  menu: rows.default([]),
  quick: rows.default([]),
  /** Not there: those of the setting `site`, where they were kept before. */
  social: social.optional(),
  notice: notice.default({ text: "", label: "", to: "", from: "", until: "" }),
  /** Who published it, and when. */
  by: z.string().max(80).default(""),
  at: moment.default(""),
});

export type StoredMenu = z.infer<typeof schema>;

/** What stands around every public page. Edited as a draft and published on a page of its own. */
export const menuSetting = defineSetting<StoredMenu>({
  key: "menu",
  meaning: "links of the menu and the footer, links to social networks, and the notice above public pages",
  schema,
  default: {
    ...{ number: 0, menu: [], quick: [] },
    ...{ notice: { text: "", label: "", to: "", from: "", until: "" }, by: "", at: "" },
  },
});

const momentOf = (text: string, otherwise: number): number => (text ? Date.parse(text) : otherwise);

/** When a notice is shown, in milliseconds; one without an end is shown for good. */
const timesOf = ({ from, until }: StoredNotice) => ({
  from: momentOf(from, Number.NEGATIVE_INFINITY),
  until: momentOf(until, Number.POSITIVE_INFINITY),
});

/** Where a notice is in its time; null: there is none. */
export function noticeState(stored: StoredNotice, now: Date): "waits" | "shown" | "over" | null {
  if (stored.text === "") return null;
  const { from, until } = timesOf(stored);
  if (now.getTime() < from) return "waits";
  return now.getTime() < until ? "shown" : "over";
}

/** When pages look different by themselves, after this moment; infinity: never. */
export function nextNoticeChange(stored: StoredNotice, now: Date): number {
  if (stored.text === "") return Number.POSITIVE_INFINITY;
  const { from, until } = timesOf(stored);
  return Math.min(...[from, until].filter((one) => one > now.getTime()), Number.POSITIVE_INFINITY);
}
