import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { pageList } from "../../pages/page-editor.ts";
import type { Route } from "./+types/pages.ts";
import { SiteHead } from "./site-head.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  return { zone: (await readerClock(ctx, person)).zone, pages: orPage(await pageList(ctx, {}), request) };
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Pages", matches);

type Page = Route.ComponentProps["loaderData"]["pages"][number];

const State = ({ page: { shipped, draftAt, published } }: { page: Page }) => {
  if (draftAt)
    return (
      <>
        <Status shape="half" tone="you">
          Draft
        </Status>
        <p className="small muted">{published ? "the published text is shown" : "the shipped text is shown"}</p>
      </>
    );
  return shipped ? <Status shape="ring">Original</Status> : <Status shape="check">Changed</Status>;
};

const LastChange = ({ page: { draftAt, published }, zone }: { page: Page; zone: string }) => {
  if (draftAt) return <span className="small">{`you, ${formatMoment(draftAt, zone)}`}</span>;
  if (!published) return <span className="small muted">nobody yet</span>;
  return <span className="small">{`${published.author}, ${formatMoment(new Date(published.at), zone)}`}</span>;
};

/** Every page whose text an admin can change. */
export default function Pages({ loaderData: { pages, zone } }: Route.ComponentProps) {
  return (
    <>
      <SiteHead current="pages" />
      <Panel title="Original pages" aside={<span className="small muted">{counted(pages.length, "page")}</span>}>
        <Table
          caption="Original pages"
          boxed
          hover
          cards
          columns={[
            { key: "page", label: "Page" },
            { key: "state", label: "State" },
            { key: "change", label: "Last change" },
          ]}
        >
          {pages.map((page) => (
            <tr key={page.name}>
              <td>
                <Link className="strong" to={`/admin/site/pages/${page.name}`}>
                  {page.label}
                </Link>
                <p className="small muted" translate="no">
                  {page.address}
                </p>
              </td>
              <td data-label="State">
                <State page={page} />
              </td>
              <td data-label="Last change">
                <LastChange page={page} zone={zone} />
              </td>
            </tr>
          ))}
        </Table>
      </Panel>
    </>
  );
}
