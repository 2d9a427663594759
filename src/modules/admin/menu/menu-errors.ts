import type { SocialLinks } from "#src/modules/operator/index.server.ts";
import {
  isOwnLink,
  type KnownLink,
  type LinkList,
  type LinkRow,
  linkLists,
  linkOf,
  mostLetters,
  mostShown,
} from "#src/modules/operator/index.ts";
import { counted } from "#src/shared/counted.ts";
import type { FieldError } from "#src/shared/outcome.ts";
import { instantOf, isCalendarDate, isClockTime, startOfDay } from "#src/shared/zone.ts";

/** The notice bar as it is typed: days and times by the clock of the shop. */
export type TypedNotice = {
  readonly text: string;
  readonly label: string;
  readonly to: string;
  readonly fromDate: string;
  readonly fromTime: string;
  readonly untilDate: string;
  readonly untilTime: string;
};

export type MenuDraft = {
  readonly menu: readonly LinkRow[];
  readonly quick: readonly LinkRow[];
  readonly social: SocialLinks;
  readonly notice: TypedNotice;
};

/** What a draft is checked against. */
type Shop = {
  readonly known: Readonly<Record<LinkList, readonly KnownLink[]>>;
  /** Pages of this shop that a link may lead to. */
  readonly addresses: ReadonlySet<string>;
  readonly zone: string;
};

const mostAddress = 500;
const most = { notice: 160, label: 40 } as const;
const lengthOf = (text: string): number => [...text.trim()].length;
const tooLong = (length: number, limit: number) => `At most ${limit} characters. It has ${length}.`;
const hasPlaceholder = (text: string): boolean => /\{\{|\}\}/.test(text);

/** Why nothing may lead to an address, in words; null: it may. */
export function addressProblem(typed: string, addresses: ReadonlySet<string>): string | null {
  const to = typed.trim();
  if (to === "") return "Write where the link leads, such as /faq or https://example.com.";
  if (to.length > mostAddress) return tooLong(to.length, mostAddress);
  if (hasPlaceholder(to)) return "A placeholder cannot be used in an address. Write the address itself.";
  if (/^https:\/\//i.test(to)) {
    const url = URL.canParse(to) && !/\s/.test(to) ? new URL(to) : null;
    if (!url?.hostname) return "This address is not complete. Copy it from the browser.";
    return url.username || url.password ? "Leave the name and the password out of the address." : null;
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(to))
    return `“${/^[^:]*/.exec(to)?.[0]}:” is not allowed. Use https:// for another site, or / for a page of this shop.`;
  if (!to.startsWith("/") || to.startsWith("//") || to.includes("\\"))
    return "Begin with / for a page of this shop, or with https:// for another site.";
  const path = to.replace(/[?#].*$/, "").replace(/(.)\/$/, "$1");
  return addresses.has(path) ? null : `This shop has no public page at ${path}.`;
}

function rowErrors(list: LinkList, row: LinkRow, at: number, { known, addresses }: Shop): FieldError[] {
  const found: FieldError[] = [];
  const own = isOwnLink(row);
  const label = row.label.trim();
  if (own && label === "") found.push({ path: `${list}-${at}-label`, message: "Write what the link is called." });
  const shownLabel = linkOf(row, known[list]).label;
  const length = lengthOf(shownLabel);
  if (length > mostLetters[list])
    found.push({ path: `${list}-${at}-label`, message: tooLong(length, mostLetters[list]) });
  if (hasPlaceholder(label))
    found.push({ path: `${list}-${at}-label`, message: "A placeholder is not printed here. Write the word itself." });
  const problem = own ? addressProblem(row.to, addresses) : null;
  if (problem) found.push({ path: `${list}-${at}-to`, message: problem });
  return found;
}

const listNames: Readonly<Record<LinkList, string>> = { menu: "The menu", quick: "The list of quick links" };

function listErrors(list: LinkList, rows: readonly LinkRow[], shop: Shop): FieldError[] {
  const shown = rows.filter((row) => row.shown);
  const over = shown.length - mostShown[list];
  const full =
    over > 0
      ? [{ path: list, message: `${listNames[list]} shows at most ${mostShown[list]} links. Hide ${over} of them.` }]
      : [];
  const addressOf = (row: LinkRow) => linkOf(row, shop.known[list]).to;
  const twice = rows.flatMap((row, at) =>
    isOwnLink(row) && row.shown && shown.some((one) => one !== row && addressOf(one) === addressOf(row))
      ? [{ path: `${list}-${at}-to`, message: "Another link of this list leads there, too." }]
      : [],
  );
  return [...full, ...rows.flatMap((row, at) => rowErrors(list, row, at, shop)), ...twice];
}

const socialErrors = (social: SocialLinks): FieldError[] =>
  Object.entries(social).flatMap(([network, typed]) => {
    const to = typed.trim();
    const right = to === "" || (/^https:\/\//i.test(to) && addressProblem(to, new Set()) === null);
    return right
      ? []
      : [
          {
            path: `social-${network}`,
            message: "Write a complete address that begins with https://, or leave it empty.",
          },
        ];
  });

/** When a notice begins or ends: a day without a time counts from its first minute; null: there is no such moment. */
export const noticeMoment = (date: string, time: string, zone: string): Date | null =>
  time ? instantOf(date, time, zone) : startOfDay(date, zone);

function momentErrors(which: "from" | "until", notice: TypedNotice, zone: string): FieldError[] {
  const [date, time] = [notice[`${which}Date`], notice[`${which}Time`]];
  if (date === "" && time === "") return [];
  if (!isCalendarDate(date)) return [{ path: `${which}Date`, message: "Choose a day." }];
  if (time !== "" && !isClockTime(time)) return [{ path: `${which}Time`, message: "Write the time as HH:MM." }];
  return noticeMoment(date, time, zone)
    ? []
    : [{ path: `${which}Time`, message: "The clocks change at this time. Choose another time." }];
}

function noticeErrors(notice: TypedNotice, { addresses, zone }: Shop): FieldError[] {
  const { text, label, to } = notice;
  const found = [...momentErrors("from", notice, zone), ...momentErrors("until", notice, zone)];
  const typed = [label, to, notice.fromDate, notice.untilDate].some((one) => one.trim() !== "");
  if (text.trim() === "" && typed)
    found.push({ path: "text", message: "Write what the bar says, or empty its fields." });
  const length = lengthOf(text);
  if (length > most.notice) found.push({ path: "text", message: tooLong(length, most.notice) });
  if (hasPlaceholder(text))
    found.push({ path: "text", message: "A placeholder is not printed here. Write the word itself." });
  if (lengthOf(label) > most.label) found.push({ path: "label", message: tooLong(lengthOf(label), most.label) });
  if (to.trim() !== "" && label.trim() === "") found.push({ path: "label", message: "Write the words of the link." });
  const problem = label.trim() !== "" || to.trim() !== "" ? addressProblem(to, addresses) : null;
  if (problem) found.push({ path: "to", message: problem });
  if (found.length > 0) return found;
  const [from, until] = (["from", "until"] as const).map((which) =>
    notice[`${which}Date`] ? noticeMoment(notice[`${which}Date`], notice[`${which}Time`], zone) : null,
  );
  return from && until && until <= from ? [{ path: "untilDate", message: "The end must be after the beginning." }] : [];
}

/** What keeps menu, footer and notice bar from being published, by their fields. */
export const menuErrors = (draft: MenuDraft, shop: Shop): FieldError[] => [
  ...linkLists.flatMap((list) => listErrors(list, draft[list], shop)),
  ...socialErrors(draft.social),
  ...noticeErrors(draft.notice, shop).map(({ path, message }) => ({ path: `notice-${path}`, message })),
];

/** "2 links must be corrected", for the bar of the draft. */
export const countErrors = (errors: readonly FieldError[]): string | null =>
  errors.length === 0 ? null : `${counted(errors.length, "value")} must be corrected.`;
