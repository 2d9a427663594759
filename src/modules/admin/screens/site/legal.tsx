import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock, siteSetting } from "#src/modules/operator/index.server.ts";
import { flashOf } from "#src/platform/flash.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage, pageUrl } from "#src/platform/respond.ts";
import { formatDay } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { StepUp } from "#src/ui/ask-once-more.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Archive, Icon, Lock, Pencil, RotateCcw } from "#src/ui/icons.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import "#src/ui/styles/pages/drafts.css";
import { type LegalComparison, legalComparison } from "../../pages/legal-comparison.ts";
import { pageEditor } from "../../pages/page-editor.ts";
import type { Route } from "./+types/legal.ts";
import { PartsCompared } from "./comparison.tsx";
import { DraftLine } from "./draft-bar.tsx";
import { answerPage } from "./draft-forms.server.ts";
import { DraftAnswer, NewerVersion, useDraftAnswer } from "./draft-notices.tsx";
import { messagesByField, PlannedVersion, WhenFields, wrongIn } from "./page-parts.tsx";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "settings");
  const version = pageUrl(request).searchParams.get("version")?.slice(0, 40);
  const compared = orPage(await legalComparison(ctx, { page: params.page, version }), request);
  const editor = orPage(await pageEditor(ctx, { page: params.page }), request);
  const { now, zone } = await readerClock(ctx, person);
  const { timeZone } = await ctx.runtime.settings.get(siteSetting);
  return { zone, shop: { now, zone: timeZone }, editor, compared, did: flashOf(request) };
}

export async function action({ context, request, params: { page } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  return answerPage(ctx, textsIn(await request.formData()), { page, here: `/admin/site/pages/${page}/versions` });
}

export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  tabTitle(loaderData ? `${loaderData.editor.label}, versions` : "Versions", matches);

type Loaded = Route.ComponentProps["loaderData"];

type VersionProps = { version: string; current: boolean; children: ReactNode };

const VersionLink = ({ version, current, children }: VersionProps) => (
  <Link
    to={`?version=${version}`}
    className="num group block min-h-15 border-transparent py-[9px] text-ink no-underline aria-[current]:border-pen aria-[current]:bg-pen-tint max-xl:border-b-3 max-xl:px-4 xl:border-l-3 xl:pr-5 xl:pl-[17px]"
    aria-current={current ? "page" : undefined}
    preventScrollReset
  >
    {children}
  </Link>
);

const versionRow = "relative border-rule max-xl:flex-none xl:border-t";
const versionName = "block leading-5.5 font-semibold group-hover:text-pen";

const VersionList = ({ compared, zone }: Pick<Loaded, "compared" | "zone">) => (
  <nav className="panel max-xl:col-span-full" aria-labelledby="versions-head">
    <div className="panel-head max-xl:hidden">
      <h2 className="t3" id="versions-head">
        Versions
      </h2>
    </div>
    <ul className="max-xl:flex max-xl:overflow-x-auto max-xl:[scrollbar-width:none]">
      {compared.drafted && (
        <li className={versionRow}>
          <VersionLink version="draft" current={compared.chosen === "draft"}>
            <b className={versionName}>Draft</b>
            <span className="meta text-xs/4.5">{`becomes ${compared.next}`}</span>
          </VersionLink>
        </li>
      )}
      {compared.versions.map(({ version, since, until }) => (
        <li key={version} className={versionRow}>
          <VersionLink version={version} current={compared.chosen === version}>
            <b className={versionName} translate="no">
              {version}
            </b>
            <span className="meta text-xs/4.5">
              {until && version !== compared.current
                ? `${formatDay(since, zone)} to ${formatDay(until, zone)}`
                : `since ${formatDay(since, zone)}`}
            </span>
          </VersionLink>
          {version === compared.current && (
            <Status shape="check" className="absolute top-2.5 right-4 text-xs max-xl:hidden">
              In force
            </Status>
          )}
        </li>
      ))}
    </ul>
  </nav>
);

const countText = ({ count: { replaced, added, cut } }: LegalComparison): string =>
  [
    [replaced, "replaced"],
    [added, "added"],
    [cut, "cut"],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ") || "no change";

const titleOf = ({ chosen, against }: LegalComparison): string => {
  const name = chosen === "draft" ? "Draft" : `Version ${chosen}`;
  return against ? `${name} against ${against}` : name;
};

const PublishBox = ({ editor, compared, shop, answer }: Loaded & { answer: Route.ComponentProps["actionData"] }) => {
  const refused = answer && "errors" in answer ? answer : { errors: {}, values: {} as Record<string, string> };
  const [later, setLater] = useState(refused.values.when === "later");
  const busy = useSent()?.get("step") === "publish";
  const wrong = wrongIn(editor.errors);
  return (
    <section className="panel sticky grid gap-3 border-rule-strong px-6 pt-5 pb-6" aria-labelledby="publish-head">
      <h2 className="t2" id="publish-head">
        Publish
      </h2>
      {compared.drafted ? (
        <Form method="post" className="grid gap-3" preventScrollReset>
          <input type="hidden" name="seen" value={editor.revision} />
          <p className="font-serif text-[1.1875rem]/7 text-pretty normal-nums">
            Publishing makes version{" "}
            <b className="font-semibold whitespace-nowrap text-pen" translate="no">
              {compared.next}
            </b>
            . Everybody who orders afterwards accepts it.
          </p>
          <ul className="grid gap-2 text-sm">
            <li className="grid grid-cols-[20px_1fr] gap-2.5">
              <Icon of={Lock} />
              <span>Orders that are placed keep the version that their client accepted.</span>
            </li>
            <li className="grid grid-cols-[20px_1fr] gap-2.5">
              <Icon of={RotateCcw} />
              <span>A client who is ordering at that moment is asked again.</span>
            </li>
            <li className="grid grid-cols-[20px_1fr] gap-2.5">
              <Icon of={Archive} />
              <span>
                Version <span translate="no">{compared.current}</span> stays readable at its own address.
              </span>
            </li>
          </ul>
          {editor.planned ? null : (
            <div className="border-t border-rule pt-3">
              <h3 className="label">When</h3>
              <WhenFields clock={shop} clients={editor.clients} later={later} onLater={setLater} {...refused} />
            </div>
          )}
          {wrong && <p className="font-medium text-error">{messagesByField(editor.errors).text ?? wrong}</p>}
          <Button name="step" value="publish" block busy={busy} disabled={wrong !== null || editor.newer !== null}>
            {later ? "Publish at this time" : "Publish now"}
          </Button>
          <p className="small muted">Have a lawyer read a text like this before you publish it.</p>
        </Form>
      ) : (
        <p className="soft">
          There is no draft. Version <span translate="no">{compared.current}</span> is in force. To change it, edit the
          text.
        </p>
      )}
    </section>
  );
};

/** A text that people accept: its versions, what changed between two of them, and the way to publish the next. */
export default function Legal({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, compared, zone, shop } = loaderData;
  const { did, refused, message } = useDraftAnswer(loaderData, actionData);
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin/site", label: "Site" },
          { to: "/admin/site/pages", label: "Pages" },
          { to: `/admin/site/pages/${editor.name}`, label: editor.label },
          { label: "Versions" },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">{editor.label}</h1>
          <DraftLine
            editor={editor}
            zone={zone}
            address={editor.address}
            facts={`version ${compared.current} in force`}
          />
        </div>
        <div className="acts">
          <LinkButton to={`/admin/site/pages/${editor.name}`} variant="outline" small icon={Pencil}>
            Edit the text
          </LinkButton>
        </div>
      </div>
      {refused?.stepUp ? <StepUp className="mb-4" /> : <DraftAnswer did={did} refused={message} />}
      <NewerVersion editor={editor} published="this page" kept="text" zone={zone} />
      {editor.planned && <PlannedVersion plan={editor.planned} clock={shop} drafted={compared.drafted} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[14.5rem_minmax(0,1fr)_20rem]">
        <VersionList compared={compared} zone={zone} />
        <Panel title={titleOf(compared)} aside={<span className="small muted num">{countText(compared)}</span>}>
          <PartsCompared parts={compared.parts} />
        </Panel>
        <PublishBox {...loaderData} answer={actionData} />
      </div>
    </>
  );
}
