import { Link } from "react-router";
import { Button } from "#src/ui/button.tsx";
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

const MailRow = ({ row, current, find }: { row: Row; current: boolean; find: string }) => (
  <li>
    <Link to={withFind(`${mailsAddress}/${row.id}`, find)} aria-current={current ? "true" : undefined}>
      <span>{row.name}</span>
      {row.wrong ? (
        <b className="chg wrong">to correct</b>
      ) : (
        marks[row.state] && <b className={row.state === "draft" ? "chg you" : "chg"}>{marks[row.state]}</b>
      )}
      <small>{row.when}</small>
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
      <h2>
        {name} <span>{rows.length}</span>
      </h2>
      <ul>{shown.map(line)}</ul>
      {folded.length > 0 && (
        <details open={folded.some((row) => row.id === current || row.state !== "shipped" || row.wrong)}>
          <summary>{`Show ${folded.length} more`}</summary>
          <ul>{folded.map(line)}</ul>
        </details>
      )}
    </>
  );
};

type Props = Pick<MailList, "groups"> & { current: string | null; find: string };

/** Every e-mail by who reads it. */
export const MailsNav = ({ groups, current, find }: Props) => (
  <nav className="panel maillist" aria-label="E-mails">
    <Form method="get" className="ml-head" preventScrollReset role="search">
      <SearchInput aria-label="Find an e-mail" defaultValue={find} placeholder="Find an e-mail" maxLength={100} />
      <Button variant="outline" small className="no-script">
        Find
      </Button>
    </Form>
    {groups.map((group) => (
      <Group key={`${group.to} ${current} ${find}`} group={group} current={current} find={find} />
    ))}
    {groups.length === 0 && (
      <p className="ml-none soft">
        {`No e-mail has “${find}” in its name. `}
        <Link to={current ? `${mailsAddress}/${current}` : mailsAddress}>Show all</Link>
      </p>
    )}
  </nav>
);
