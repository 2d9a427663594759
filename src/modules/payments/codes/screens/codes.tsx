import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { TagMark } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { promotionCodeList } from "../list-codes.ts";
import type { Route } from "./+types/codes.ts";
import { CodeStatus, usesSaid } from "./code-status.tsx";
import { type ShownCode, shownCode } from "./shown-code.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const clock = await readerClock(ctx, requireAdmin(ctx, request, "prices"));
  const lines = orPage(await promotionCodeList(ctx, {}), request);
  return { ...clock, codes: lines.map((line) => shownCode(line, clock.zone)) };
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
      {usesSaid(one)}
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

/** Every promotion code, the newest first. */
export default function Codes({ loaderData: { codes } }: Route.ComponentProps) {
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "Promotion codes" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Promotion codes</h1>
          <p className="soft">What comes off is ours to bear: writers are paid their share of the whole price.</p>
        </div>
        <div className="acts">
          <LinkButton to="/admin/codes/new" small>
            Make a code
          </LinkButton>
        </div>
      </div>
      <Panel>
        {codes.length === 0 ? (
          <Empty title="No code yet">
            Clients enter a code at the checkout. The first one that you make shows up here.
          </Empty>
        ) : (
          <Table
            caption="Promotion codes, the newest first"
            columns={[
              { key: "code", label: "Code" },
              { key: "state", label: "State" },
              { key: "uses", label: "Uses" },
              { key: "valid", label: "Counts" },
              { key: "made", label: "Made by" },
            ]}
            boxed
            hover
            cards
          >
            {codes.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </Table>
        )}
      </Panel>
    </>
  );
}
