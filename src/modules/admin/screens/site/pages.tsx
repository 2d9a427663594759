import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Table } from "#src/ui/table.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { makePage } from "../../pages/own-page-steps.ts";
import { pageList } from "../../pages/page-editor.ts";
import type { Route } from "./+types/pages.ts";
import { State } from "./draft-bar.tsx";
import { DraftAnswer, SiteHead } from "./draft-notices.tsx";
import { placeLabels } from "./own-page-panel.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const { zone } = await readerClock(ctx, person);
  return { zone, pages: orPage(await pageList(ctx, {}), request), did: flashOf(request) };
}

/** Makes a page of the operator's own. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { label = "" } = textsIn(await request.formData());
  const made = await makePage(ctx, { label });
  return made.ok ? redirectWithFlash(`/admin/site/pages/${made.value}`, "made") : refusedForm(made, { label });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Pages", matches);

type Page = Route.ComponentProps["loaderData"]["pages"]["own"][number];

/** What visitors read while there is a draft or a plan; of an own page where they find it. */
function shownNow({ own, draftAt, plannedAt, published }: Page): string | null {
  if (own && !own.shown) return (draftAt ?? plannedAt) ? "nobody can read the page yet" : null;
  if (draftAt ?? plannedAt) return published ? "the published text is shown" : "the shipped text is shown";
  return own && placeLabels[own.place].label.toLowerCase();
}

const PageState = ({ page, zone }: { page: Page; zone: string }) => {
  const { draftAt, plannedAt, shipped, own } = page;
  const now = shownNow(page);
  return (
    <>
      <State drafted={draftAt !== null} planned={plannedAt !== null} shipped={shipped} own={own} />
      {plannedAt && <p className="small soft">{`planned for ${formatMoment(plannedAt, zone)}`}</p>}
      {now && <p className="small muted">{now}</p>}
    </>
  );
};

const LastChange = ({ page: { draftAt, published }, zone }: { page: Page; zone: string }) => {
  if (draftAt) return <span className="small">{`you, ${formatMoment(draftAt, zone)}`}</span>;
  if (!published) return <span className="small muted">nobody yet</span>;
  return <span className="small">{`${published.author}, ${formatMoment(new Date(published.at), zone)}`}</span>;
};

const columns = [
  { key: "page", label: "Page" },
  { key: "state", label: "State" },
  { key: "change", label: "Last change" },
];

const PageTable = ({ caption, pages, zone }: { caption: string; pages: readonly Page[]; zone: string }) => (
  <Table caption={caption} boxed hover cards columns={columns}>
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
          <PageState page={page} zone={zone} />
        </td>
        <td data-label="Last change">
          <LastChange page={page} zone={zone} />
        </td>
      </tr>
    ))}
  </Table>
);

/** Asks for the name alone: the address is made from it. */
const NewPage = ({ refused }: { refused: RefusedForm | undefined }) => (
  <Form method="post" className="panel-pad border-t border-rule">
    <Field
      name="label"
      label="Name of a new page"
      hint="Its address is made from the name. Nobody can read it before you publish it."
      error={refused?.errors.label ?? refused?.message}
    >
      <div className="row [--gap:12px]">
        <Input defaultValue={refused?.values.label} maxLength={120} autoComplete="off" className="max-w-md" />
        <Button variant="outline" busy={useSent() !== undefined}>
          Make the page
        </Button>
      </div>
    </Field>
  </Form>
);

/** Every page whose text an admin can change. */
export default function Pages({ loaderData, actionData }: Route.ComponentProps) {
  const { pages, zone } = loaderData;
  const did = useFlash(loaderData.did || null);
  return (
    <>
      <SiteHead current="pages" />
      <DraftAnswer did={did} refused={undefined} />
      <Panel
        title="Original pages"
        aside={<span className="small muted">{counted(pages.original.length, "page")}</span>}
      >
        <PageTable caption="Original pages" pages={pages.original} zone={zone} />
      </Panel>
      <div className="mt-6">
        <Panel title="Your own pages" aside={<span className="small muted">{counted(pages.own.length, "page")}</span>}>
          {pages.own.length > 0 ? (
            <PageTable caption="Your own pages" pages={pages.own} zone={zone} />
          ) : (
            <p className="panel-pad soft">You have no page of your own yet.</p>
          )}
          <NewPage refused={actionData} />
        </Panel>
      </div>
    </>
  );
}
