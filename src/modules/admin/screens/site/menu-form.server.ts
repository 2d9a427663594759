import { type LinkList, type LinkRow, linkLists } from "#src/modules/operator/index.ts";

type Sent = Readonly<Record<string, string>>;

/** More rows than any list has room for are not read. */
const mostRows = 60;

function rowsIn(sent: Sent, list: LinkList): LinkRow[] {
  const rows: LinkRow[] = [];
  for (let at = 0; at < mostRows; at += 1) {
    const id = sent[`${list}-${at}-id`];
    if (id === undefined) break;
    const [label, to] = [sent[`${list}-${at}-label`] ?? "", sent[`${list}-${at}-to`] ?? ""];
    rows.push({ id, label, to, shown: sent[`${list}-${at}-shown`] === "on" });
  }
  return rows;
}

const networks = ["facebook", "instagram", "linkedin", "x"] as const;
const noticeParts = ["text", "label", "to", "fromDate", "fromTime", "untilDate", "untilTime"] as const;

const valuesOf = <Name extends string>(sent: Sent, of: string, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, sent[`${of}-${name}`] ?? ""])) as Record<Name, string>;

/** What the form of menu and footer holds; nothing where a form of another kind was sent. */
export const menuIn = (sent: Sent) =>
  sent.form === "menu"
    ? {
        ...Object.fromEntries(linkLists.map((list) => [list, rowsIn(sent, list)])),
        social: valuesOf(sent, "social", networks),
        notice: valuesOf(sent, "notice", noticeParts),
      }
    : {};
