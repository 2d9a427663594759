import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import type { MailList } from "../../mails/mails-editor.ts";

export const mailsAddress = "/admin/site/emails";

/** What was looked for, kept in every link of the list. */
export const withFind = (to: string, find: string): string => (find ? `${to}?search=${encodeURIComponent(find)}` : to);

type Row = MailList["groups"][number]["rows"][number];
/** More rows of a group are folded, unless somebody looks for one. */
const most = { client: 8, both: 6, writer: 6, admin: 4, account: 8 } as const;

const marks = { draft: "draft", changed: "changed", shipped: null } as const;

const markOf = ({ wrong, state }: Row) => {
  if (wrong) return <b className="text-(length:--text-xs) font-semibold text-error">to correct</b>;
  const colour = state === "draft" ? "text-pen" : "text-ink-2";
  return marks[state] && <b className={cx("text-(length:--text-xs) font-semibold", colour)}>{marks[state]}</b>;
};

const MailRow = ({ row, current, find }: { row: Row; current: boolean; find: string }) => (
  <li>
    <Link
      to={withFind(`${mailsAddress}/${row.id}`, find)}
      className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-2 gap-y-0 border-l-3 border-transparent py-[5px] pr-4 pl-[13px] leading-5 text-ink no-underline hover:text-pen aria-[current]:border-pen aria-[current]:bg-pen-tint aria-[current]:font-semibold"
      aria-current={current ? "true" : undefined}
    >
      <span>{row.name}</span>
      {markOf(row)}
      <small className="col-span-full text-xs/4.5 font-normal text-ink-3">{row.when}</small>
    </Link>
  </li>
);

type GroupProps = { group: MailList["groups"][number]; current: string | null; find: string };

const Group = ({ group: { to, name, rows }, current, find }: GroupProps) => {
  const shown = find ? rows : rows.slice(0, most[to]);
  const folded = rows.slice(shown.length);
  const line = (row: Row) => <MailRow key={row.id} row={row} current={row.id === current} find={find} />;
  return (
    <>
      <h2 className="flex justify-between px-4 pt-3.5 pb-1 text-sm/5 font-semibold text-ink-3">
        {name} <span className="font-normal">{rows.length}</span>
      </h2>
      <ul>{shown.map(line)}</ul>
      {folded.length > 0 && (
        <details
          className="group"
          open={folded.some((row) => row.id === current || row.state !== "shipped" || row.wrong)}
        >
          <summary className="flex min-h-11 items-center px-4 text-(length:--text-sm) text-pen group-open:hidden">{`Show ${folded.length} more`}</summary>
          <ul>{folded.map(line)}</ul>
        </details>
      )}
    </>
  );
};

type Props = Pick<MailList, "groups"> & { current: string | null; find: string };

/** Every e-mail by who reads it. */
export const MailsNav = ({ groups, current, find }: Props) => (
  <nav className={cx("panel pb-2", current && "max-lg:hidden")} aria-label="E-mails">
    <Form method="get" className="flex gap-2 border-b border-rule p-3" preventScrollReset role="search">
      <SearchInput aria-label="Find an e-mail" defaultValue={find} placeholder="Find an e-mail" maxLength={100} />
      <Button variant="outline" small className="no-script">
        Find
      </Button>
    </Form>
    {groups.map((group) => (
      <Group key={`${group.to} ${current} ${find}`} group={group} current={current} find={find} />
    ))}
    {groups.length === 0 && (
      <p className="soft px-4 pt-3.5 pb-2">
        {`No e-mail has “${find}” in its name. `}
        <Link to={current ? `${mailsAddress}/${current}` : mailsAddress}>Show all</Link>
      </p>
    )}
  </nav>
);
