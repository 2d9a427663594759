import { Link } from "react-router";
import { figures } from "#src/shared/counted.ts";
import { listAddress } from "#src/shared/list-address.ts";
import { LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Empty } from "#src/ui/empty.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import { Status, TagMark } from "#src/ui/status.tsx";
import type { ShownCode } from "./shown-code.server.ts";

/** Where a code stands, in a word with its shape. */
export const CodeStatus = ({ state }: Pick<ShownCode, "state">) => {
  switch (state) {
    case "active":
      return <Status shape="check">Active</Status>;
    case "waits":
      return <Status shape="clock">Not yet</Status>;
    case "used-up":
      return <Status shape="dash">Used up</Status>;
    case "ended":
      return <Status shape="dash">Ended</Status>;
  }
};

const wide = 1_000;

/**
 * How often a code is used, as a bar: paid uses, then those that are not paid yet, of all that there may be. A code without
 * a limit is drawn against `most`, the highest use beside it.
 */
export const UseBar = ({ code, most }: { code: Pick<ShownCode, "uses" | "most" | "paid">; most: number }) => {
  const all = Math.max(1, code.most ?? most);
  const reach = (uses: number) => Math.round((wide * Math.min(uses, all)) / all);
  return (
    <svg
      className="mt-1 mb-1.5 h-2 w-full min-w-24 max-w-64"
      viewBox={`0 0 ${wide} 8`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect
        className={cx("fill-well [vector-effect:non-scaling-stroke]", code.most !== null && "stroke-edge")}
        width={wide}
        height="8"
      />
      <rect className="fill-chart-2" width={reach(code.uses)} height="8" />
      <rect className="fill-chart-1" width={reach(code.paid)} height="8" />
    </svg>
  );
};

/** "3 of 100", and how many of them are paid. */
export const usesText = ({ uses, most, paid }: Pick<ShownCode, "uses" | "most" | "paid">): string => {
  const counted = most === null ? figures(uses) : `${figures(uses)} of ${figures(most)}`;
  return uses === 0 ? counted : `${counted}, ${figures(paid)} paid`;
};

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
