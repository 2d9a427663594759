import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Form } from "#src/ui/form.tsx";
import { SearchInput } from "#src/ui/inputs.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { Pager, Table } from "#src/ui/table.tsx";
import { promotionCodeList } from "../list-codes.ts";
import type { Route } from "./+types/codes.ts";
import { CodeStatus, usesText } from "./code-status.tsx";
import { type ShownCode, shownCode } from "./shown-code.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const clock = await readerClock(ctx, requireAdmin(ctx, request, "prices"));
  const asked = new URL(request.url).searchParams;
  const search = (asked.get("search") ?? "").trim().slice(0, 200);
  const place = { older: asked.get("older") ?? undefined, newer: asked.get("newer") ?? undefined };
  const { rows, older, newer } = orPage(await promotionCodeList(ctx, { search, ...place }), request);
  return { ...clock, search, older, newer, codes: rows.map((line) => shownCode(line, clock.zone)) };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Promotion codes", matches);

const Row = ({ one }: { one: ShownCode }) => (
  <tr>
    <td>
      <Link className="title wrap-anywhere" to={`/admin/codes/${one.id}`}>
        {one.code}
      </Link>{" "}
      {one.demo && <TagMark>demo</TagMark>}
      <span className="meta">{one.off}</span>
    </td>
    <td>
      <CodeStatus state={one.state} />
    </td>
    <td className="num" data-label="Uses">
      {usesText(one)}
    </td>
    <td>
      {one.valid}
      <span className="meta">{one.conditions.join(". ")}</span>
    </td>
    <td className="soft" data-label="Made by">
      {one.made}
    </td>
  </tr>
);

const columns = [
  { key: "code", label: "Code" },
  { key: "state", label: "State" },
  { key: "uses", label: "Uses" },
  { key: "valid", label: "Counts" },
  { key: "made", label: "Made by" },
];

const address = (search: string, name: "older" | "newer", cursor: string | null): string | undefined =>
  cursor === null
    ? undefined
    : `/admin/codes?${new URLSearchParams({ ...(search !== "" && { search }), [name]: cursor })}`;

const CodeSearch = ({ search }: { search: string }) => (
  <Form method="get" action="/admin/codes" className="filters dense max-w-2xl" role="search">
    <SearchInput key={search} defaultValue={search} aria-label="Search promotion codes" placeholder="Part of a code" />
    <Button variant="outline" small>
      Search
    </Button>
  </Form>
);

const NothingFound = ({ search }: { search: string }) =>
  search === "" ? (
    <Empty title="No code yet">
      Clients enter a code at the checkout. The first code that you create is shown here.
    </Empty>
  ) : (
    <Empty
      title={`No code matches "${search}"`}
      actions={
        <LinkButton small variant="outline" to="/admin/codes">
          Clear the search
        </LinkButton>
      }
    >
      Check the spelling. A part of the code is enough.
    </Empty>
  );

/** Promotion codes, the newest first, with a search. */
export default function Codes({ loaderData: { codes, search, older, newer } }: Route.ComponentProps) {
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "Promotion codes" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Promotion codes</h1>
          <p className="soft">We pay for the discount: writers get their share of the full price.</p>
        </div>
        <div className="acts">
          <LinkButton to="/admin/codes/new" small>
            Make a code
          </LinkButton>
        </div>
      </div>
      <CodeSearch search={search} />
      <Panel>
        {codes.length === 0 ? (
          <NothingFound search={search} />
        ) : (
          <Table caption="Promotion codes, the newest first" columns={columns} boxed hover cards>
            {codes.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </Table>
        )}
      </Panel>
      {codes.length > 0 && (
        <Pager newer={address(search, "newer", newer)} older={address(search, "older", older)}>
          {`${counted(codes.length, "code")} on this page`}
        </Pager>
      )}
    </>
  );
}
