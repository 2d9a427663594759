/** A link as it is shown. */
export type ShownLink = { readonly to: string; readonly label: string };
/** A link that can stand in a list, by its id: of the product, a page of the operator's own, or one that an admin added. */
export type KnownLink = ShownLink & { readonly id: string };

/** Whether two lists show the same links in the same order. */
export const sameLinks = (some: readonly ShownLink[], others: readonly ShownLink[]): boolean =>
  some.length === others.length &&
  some.every(({ to, label }, at) => others[at]?.to === to && others[at]?.label === label);

export const linkLists = ["menu", "quick"] as const;
export type LinkList = (typeof linkLists)[number];

/** One row of a list: "" is the name that the link has by itself; `to` is the address of one that an admin added. */
export type LinkRow = { readonly id: string; readonly label: string; readonly to: string; readonly shown: boolean };

/** How many rows a list has room for. */
export const mostRows = 40;

/** How many links each list shows at most, and how many letters a name has room for. */
export const mostShown: Readonly<Record<LinkList, number>> = { menu: 6, quick: 8 };
export const mostLetters: Readonly<Record<LinkList, number>> = { menu: 20, quick: 40 };

/** The links of the product, in their order. */
export const shippedLinks: Readonly<Record<LinkList, readonly KnownLink[]>> = {
  menu: [
    { id: "services", to: "/#services", label: "Services" },
    { id: "how", to: "/#how", label: "How it works" },
    { id: "samples", to: "/samples", label: "Samples" },
    { id: "checker", to: "/aichecker/how", label: "AI checker" },
    { id: "faq", to: "/faq", label: "Questions" },
  ],
  quick: [
    { id: "about", to: "/about", label: "About us" },
    { id: "samples", to: "/samples", label: "Samples" },
    { id: "faq", to: "/faq", label: "Questions" },
    { id: "guarantees", to: "/guarantees", label: "Guarantees" },
    { id: "checker", to: "/aichecker", label: "AI checker" },
    { id: "custom", to: "/custom", label: "Custom order" },
    { id: "hiring", to: "/hiring", label: "Write for us" },
  ],
};

/** A link that an admin added: it has its name and address in its row. */
export const isOwnLink = ({ id }: Pick<LinkRow, "id">): boolean => id.startsWith("own-");

/**
 * The rows of a list: those that were stored, then the links that nobody has arranged yet, shown while there is room.
 * What is not known any more is left out.
 */
export function arrangedRows(
  list: LinkList,
  stored: readonly LinkRow[],
  known: readonly KnownLink[],
): readonly LinkRow[] {
  const kept = stored.filter((row) => isOwnLink(row) || known.some(({ id }) => id === row.id));
  let room = mostShown[list] - kept.filter(({ shown }) => shown).length;
  const news = known
    .filter(({ id }) => !kept.some((row) => row.id === id))
    .map(({ id }) => {
      room -= 1;
      return { id, label: "", to: "", shown: room >= 0 };
    });
  return [...kept, ...news];
}

/** A row as its link is called and where it leads now: only an added one has an address of its own. */
export function linkOf(row: LinkRow, known: readonly KnownLink[]): ShownLink {
  const by = known.find((one) => one.id === row.id);
  return { to: isOwnLink(row) ? row.to : (by?.to ?? ""), label: row.label || (by?.label ?? "") };
}

export const shownRows = (rows: readonly LinkRow[], known: readonly KnownLink[]): readonly ShownLink[] =>
  rows.filter(({ shown }) => shown).map((row) => linkOf(row, known));

type Step = { readonly what: string; readonly list: LinkList; readonly at: number };

/** What a button of a row asks for: "row:up:menu:2", "row:add:quick". */
export function linkStep(step: string): Step | null {
  const [, what = "", list, at = "0"] = /^row:(add|up|down|remove):(menu|quick)(?::(\d{1,2}))?$/.exec(step) ?? [];
  return list === "menu" || list === "quick" ? { what, list, at: Number(at) } : null;
}

/** The rows after a step: one more at the end, one moved over its neighbour, or an added one removed. */
export function movedRows(rows: readonly LinkRow[], { what, at: from }: Pick<Step, "what" | "at">): readonly LinkRow[] {
  if (what === "add") {
    const taken = rows.map(({ id }) => id);
    const number = Array.from({ length: rows.length + 1 }, (_, at) => at + 1).find(
      (one) => !taken.includes(`own-${one}`),
    );
    return [...rows, { id: `own-${number}`, label: "", to: "", shown: true }];
  }
  const row = rows[from];
  if (!row) return rows;
  if (what === "remove") return isOwnLink(row) ? rows.filter((one) => one !== row) : rows;
  const other = rows[what === "up" ? from - 1 : from + 1];
  return other ? rows.map((one) => (one === row ? other : one === other ? row : one)) : rows;
}
