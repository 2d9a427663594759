import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { ArrowDown, ArrowUp, Icon } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import { Status } from "#src/ui/status.tsx";
import { useKeptDraft } from "#src/ui/use-kept-draft.ts";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/drafts.css";
import { type ServiceList, serviceList } from "../../services/services-editor.ts";
import type { Route } from "./+types/services.ts";
import { DraftBar, DraftLine, Versions } from "./draft-bar.tsx";
import { DraftAnswer, NewerVersion, OtherDrafts, SiteHead, useDraftAnswer } from "./draft-notices.tsx";
import { answerServices } from "./service-form.server.ts";

const here = "/admin/site/services";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const list = orPage(await serviceList(ctx, {}), request);
  return { ...(await readerClock(ctx, person)), list, did: flashOf(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  return answerServices(ctx, textsIn(await request.formData()), { here, id: null });
}

/** Also after a refusal: what was typed is saved by then, in a new revision of the draft. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Services", matches);

type Group = ServiceList["groups"][number];
type Row = Group["rows"][number];

export const TextState = ({ text }: { text: Row["text"] }) => {
  if (text === "draft")
    return (
      <Status shape="half" tone="you">
        Draft
      </Status>
    );
  if (text === "shipped") return <Status shape="ring">Original</Status>;
  return <Status shape="check">{text === "own" ? "Your own" : "Changed"}</Status>;
};

const Step = ({ step, name, up }: { step: string; name: string; up: boolean }) => (
  <button type="submit" name="step" value={step} className="btn-icon" title={up ? "Move up" : "Move down"}>
    <Icon of={up ? ArrowUp : ArrowDown} />
    <span className="vh">{`${up ? "Move up" : "Move down"} ${name}`}</span>
  </button>
);

const ServiceRow = ({ row, at, of }: { row: Row; at: number; of: number }) => (
  <li className="grid min-h-15 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-rule px-5 py-1.5 min-[30rem]:grid-cols-[92px_minmax(0,1fr)_auto] min-[30rem]:pl-2 lg:grid-cols-[92px_minmax(0,1.4fr)_minmax(0,1fr)_9.5rem_auto]">
    <div className="flex max-[30rem]:col-start-2 max-[30rem]:row-start-2 max-[30rem]:-mr-3 max-[30rem]:justify-end">
      {at > 0 ? <Step step={`row:up:${row.id}`} name={row.name} up /> : <span className="w-11" />}
      {at < of - 1 && <Step step={`row:down:${row.id}`} name={row.name} up={false} />}
    </div>
    <div className="max-[30rem]:col-start-1 max-[30rem]:row-start-1">
      <Link className={cx("strong", !row.on && "text-ink-3")} to={`${here}/${row.id}`}>
        {row.name}
      </Link>
      <span className="meta wrap-anywhere" translate="no">
        <span className="max-[30rem]:hidden">{row.address.replace(/\/[^/]*$/, "")}</span>
        {row.address.replace(/^.*\//, "/")}
      </span>
    </div>
    <span className={cx("small soft max-lg:hidden", !row.on && "text-ink-3")}>{row.preset}</span>
    <span className="max-lg:col-start-2 max-lg:row-start-2 max-[30rem]:col-start-1">
      {row.wrong ? <Status shape="alert">Must be corrected</Status> : <TextState text={row.text} />}
    </span>
    <label className="switch gap-2.5 max-lg:col-start-3 max-lg:row-start-1 max-[30rem]:col-start-2">
      <span className="small" aria-hidden="true">
        {row.on ? "On" : "Off"}
      </span>
      <input type="checkbox" name={`on-${row.id}`} defaultChecked={row.on} aria-label={`${row.name} is public`} />
    </label>
  </li>
);

const publicLabel = ({ rows }: Group): string => {
  const on = rows.filter((row) => row.on).length;
  return `${counted(rows.length, "service")}, ${on === rows.length ? "all public" : `${on} public`}`;
};

const Family = ({ group }: { group: Group }) => (
  <Panel id={group.family} title={group.name} aside={<span className="small muted">{publicLabel(group)}</span>}>
    <ol>
      {group.rows.map((row, at) => (
        <ServiceRow key={row.id} row={row} at={at} of={group.rows.length} />
      ))}
    </ol>
  </Panel>
);

/** Its switches begin anew with every answer, not with every save of the draft. */
const Editor = ({ list }: { list: ServiceList }) => {
  const kept = useKeptDraft<typeof action>();
  const busy = useSent() !== undefined;
  const wrong = list.errors[0]
    ? `${counted(list.errors.length, "value")} must be corrected: ${list.errors[0].message}`
    : null;
  return (
    <Form method="post" action={here} onInput={kept.onInput} onSubmit={kept.onSubmit} preventScrollReset>
      <input type="hidden" name="form" value="list" />
      <input type="hidden" name="seen" value={list.revision} />
      <input type="hidden" name="ids" value={list.groups.flatMap(({ rows }) => rows.map(({ id }) => id)).join(" ")} />
      <button type="submit" name="step" value="save" className="vh" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <div className="panels">
        {list.groups.map((group) => (
          <Family key={group.family} group={group} />
        ))}
      </div>
      <DraftBar editor={list} wrong={wrong} saving={kept.saving} busy={busy} />
    </Form>
  );
};

type Refused = { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> };

/** Asks for name and family alone: everything else is written on its page. */
const NewService = ({ list, refused }: { list: ServiceList; refused: Refused | undefined }) => (
  <Panel title="New service" pad>
    <Form method="post" action={here}>
      <input type="hidden" name="form" value="new" />
      <input type="hidden" name="seen" value={list.revision} />
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 md:grid-cols-2">
        <Field
          name="name"
          label="Name"
          help="At most 40 characters, such as Grant proposals."
          error={refused?.errors.name}
        >
          <Input defaultValue={refused?.values.name ?? ""} />
        </Field>
        <Field name="family" label="Family" help="Its address and its kind of price follow from it.">
          <Select
            choices={list.groups.map(({ family, name }) => ({ value: family, label: name }))}
            defaultValue={refused?.values.family}
          />
        </Field>
      </div>
      <Button name="step" value="add" variant="outline" small className="mt-4">
        Add the service
      </Button>
    </Form>
  </Panel>
);

/** The catalogue as this admin's draft has it: order, what is public, and the way to each service. */
export default function ServicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, zone } = loaderData;
  const { did, turn, refused, message } = useDraftAnswer(loaderData, actionData);
  return (
    <>
      <SiteHead current="services" />
      <DraftAnswer did={did} refused={message} undo={list.version} />
      <NewerVersion editor={list} published="other services" kept="draft" zone={zone} />
      <OtherDrafts others={list.others} zone={zone} />
      <div className="mb-4">
        <DraftLine editor={list} zone={zone} />
        <p className="small soft mt-2">
          Prices come from <Link to="/admin/pricing">Pricing</Link>. A service that is off is not offered, and its
          address leads to its family.
        </p>
      </div>
      <Editor key={turn} list={list} />
      <div className="panels mt-6">
        <NewService list={list} refused={refused?.values.form === undefined ? refused : undefined} />
        <Versions editor={list} zone={zone} shipped="As the product is shipped" />
      </div>
    </>
  );
}
