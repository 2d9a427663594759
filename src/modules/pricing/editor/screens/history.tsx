import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { Form } from "#src/ui/form.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/admin-pricing.css";
import { ConfirmDialog } from "#src/modules/accounts/index.screens.ts";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { redirectWithFlash } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { ChevronDown, Icon } from "#src/ui/icons.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { Pager } from "#src/ui/table.tsx";
import type { HistoryLine } from "../price-editor.ts";
import { priceHistory } from "../price-editor.ts";
import { rollBackPrices } from "../publish.ts";
import type { Route } from "./+types/history.ts";
import { ChangeList } from "./change-list.tsx";
import { answerTo } from "./saved-answer.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const asked = new URL(request.url).searchParams;
  const text = (name: string, most: number) => (asked.get(name) ?? "").slice(0, most);
  const wanted = { a: text("a", 12), b: text("b", 12), before: text("before", 40) || undefined };
  const history = orPage(await priceHistory(ctx, wanted), request);
  return { ...(await readerClock(ctx, person)), ...history, wanted };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "prices");
  const form = await request.formData();
  const { version = "", reason = "" } = textsIn(form);
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const saved = await rollBackPrices(known, { version, reason });
      return saved.success
        ? redirectWithFlash("/admin/pricing", "published")
        : answerTo(saved.refusal, { version, reason });
    },
    again: (refusal) => answerTo(refusal, { version, reason }),
  });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("History of prices", matches);

type Data = Route.ComponentProps["loaderData"];
type Answer = Route.ComponentProps["actionData"];

const State = ({ row, current }: { row: HistoryLine; current: number | null }) => {
  if (row.state === "scheduled")
    return (
      <Status className="ml-2" shape="clock">
        Waits
      </Status>
    );
  if (row.state === "withdrawn")
    return (
      <Status className="ml-2" shape="dash">
        Withdrawn
      </Status>
    );
  return row.version === current ? (
    <Status className="ml-2" shape="check">
      In force
    </Status>
  ) : (
    <Status className="ml-2" shape="dash">
      Replaced
    </Status>
  );
};

const RollBack = ({ version, answer }: { version: number; answer: Answer }) => {
  const busy = useSent()?.get("version") === String(version);
  const mine = answer?.values.version === String(version) ? answer : undefined;
  return (
    <details open={mine !== undefined}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-pen">Go back to this version</summary>
      <Form method="post" className="grid max-w-md justify-items-start gap-3">
        <input type="hidden" name="version" value={version} />
        <Field name="reason" id={`reason-${version}`} label="Reason" className="w-full" error={mine?.errors.reason}>
          <Input defaultValue={mine?.values.reason ?? ""} maxLength={500} required />
        </Field>
        <Button small busy={busy}>
          {busy ? "Publishing" : `Publish version ${version} again`}
        </Button>
      </Form>
    </details>
  );
};

const Line = ({ row, data, answer }: { row: HistoryLine; data: Data; answer: Answer }) => (
  <li className="border-t border-rule px-5 py-3.5">
    <div>
      <b className="strong">{row.version === null ? "Not published" : `Version ${row.version}`}</b>{" "}
      <State row={row} current={data.version} />
      <p className="wrap-anywhere">{row.reason}</p>
      <p className="small muted">
        {`${row.author}, ${formatMoment(row.at, data.zone)}`}
        {row.backTo !== null && `, back to version ${row.backTo}`}
      </p>
    </div>
    {row.state === "published" && row.version !== null && data.version !== null && row.version !== data.version && (
      <RollBack version={row.version} answer={answer} />
    )}
  </li>
);

const versionsOf = ({ rows, version }: Data): readonly number[] =>
  [...new Set([version, ...rows.map((row) => row.version)])].filter((one) => one !== null).sort((a, b) => b - a);

const VersionSelect = ({
  name,
  label,
  versions,
  chosen,
}: {
  name: string;
  label: string;
  versions: readonly number[];
  chosen: string;
}) => (
  <label className="flex-[1_1_8rem]">
    <span className="label">{label}</span>
    <span className="select-box">
      <select name={name} defaultValue={chosen} className="select">
        {versions.map((version) => (
          <option key={version} value={version}>
            Version {version}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} />
    </span>
  </label>
);

const Compare = ({ data }: { data: Data }) => {
  const versions = versionsOf(data);
  const { a, b } = data.wanted;
  if (versions.length < 2) return null;
  return (
    <Panel title="Compare two versions">
      <Form method="get" className="panel-pad flex flex-wrap items-end gap-3">
        <VersionSelect name="a" label="From" versions={versions} chosen={a || String(versions[1] ?? "")} />
        <VersionSelect name="b" label="To" versions={versions} chosen={b || String(versions[0] ?? "")} />
        <Button variant="outline" small>
          Compare
        </Button>
      </Form>
      {data.compared &&
        (data.compared.changes.length > 0 ? (
          <ChangeList
            changes={data.compared.changes}
            caption={`Differences from version ${data.compared.a} to ${data.compared.b}`}
          />
        ) : (
          <p className="panel-pad">The two versions are the same.</p>
        ))}
    </Panel>
  );
};

export default function History({ loaderData: data, actionData: answer }: Route.ComponentProps) {
  return (
    <>
      <Crumbs steps={[{ to: "/admin/pricing", label: "Pricing" }, { label: "History" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">History of prices</h1>
          <p className="soft">Every version that was published, who did it and why.</p>
        </div>
      </div>
      <ConfirmDialog answer={answer} className="mb-4" />
      {answer && !answer.stepUp && <ErrorSummary errors={{}} message={answer.error} />}
      {data.version === null && (
        <Notice tone="bad" title="The price list cannot be read." className="mb-4">
          <p>
            No version is in force, and nothing can be sold. <Link to="/admin/pricing">Replace the price list</Link>
          </p>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] items-start gap-6 max-[1180px]:grid-cols-1">
        <Panel title="Versions">
          {data.rows.length === 0 ? (
            <Empty title={data.version === null ? "Nothing was published" : `Version ${data.version}, never changed`}>
              You see here the prices that you publish.
            </Empty>
          ) : (
            <ul>
              {data.rows.map((row) => (
                <Line key={row.id} row={row} data={data} answer={answer} />
              ))}
            </ul>
          )}
          {data.older && <Pager older={`/admin/pricing/history?before=${encodeURIComponent(data.older)}`} />}
        </Panel>
        <Compare data={data} />
      </div>
    </>
  );
}
