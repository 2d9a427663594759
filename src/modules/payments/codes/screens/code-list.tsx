import { Link } from "react-router";
import { listAddress } from "#src/shared/list-address.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { TagMark } from "#src/ui/status.tsx";
import { CodeStatus, UseBar, usesText } from "./code-status.tsx";
import type { ShownCode } from "./shown-code.server.ts";

export const codesAddress = listAddress("/admin/codes", (at) => ({ search: at.text("search") }));

const NothingFound = ({ search }: { search: string | undefined }) =>
  search ? (
    <Empty
      title={`No code matches "${search}"`}
      actions={
        <LinkButton small variant="outline" to={codesAddress.path}>
          Clear the search
        </LinkButton>
      }
    >
      Check the spelling. A part of the code is enough.
    </Empty>
  ) : (
    <Empty title="No code yet">
      Clients enter a code at the checkout. The first code that you create is shown here.
    </Empty>
  );

export const codeList: ListOf<ShownCode, Listed<ShownCode>> = {
  address: codesAddress,
  caption: "Promotion codes, the newest first",
  noun: ["code", "codes"],
  className: "cards",
  search: { label: "Search promotion codes", placeholder: "Part of a code" },
  empty: ({ ask }) => <NothingFound search={ask.search} />,
  columns: [
    {
      key: "code",
      label: "Code",
      cell: ({ id, code, demo, off }) => (
        <>
          <Link className="title wrap-anywhere" to={`/admin/codes/${id}`} translate="no">
            {code}
          </Link>{" "}
          {demo && <TagMark>demo</TagMark>}
          <span className="meta">{off}</span>
        </>
      ),
    },
    { key: "state", label: "State", cell: ({ state }) => <CodeStatus state={state} /> },
    {
      key: "uses",
      label: "Uses",
      card: "Uses",
      cellClass: "num",
      cell: (one, { rows }) => (
        <>
          {usesText(one)}
          <UseBar code={one} most={Math.max(...rows.map(({ uses }) => uses))} />
        </>
      ),
    },
    {
      key: "valid",
      label: "Counts",
      cell: ({ valid, conditions }) => (
        <>
          {valid}
          <span className="meta">{conditions.join(". ")}</span>
        </>
      ),
    },
    { key: "made", label: "Made by", card: "Made by", cellClass: "soft", cell: ({ made }) => made },
  ],
};
