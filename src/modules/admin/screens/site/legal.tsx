import { useState } from "react";
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
import "#src/ui/styles/pages/admin-pages.css";
import "#src/ui/styles/pages/drafts.css";
import "#src/ui/styles/pages/legal-versions.css";
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

const VersionList = ({ compared, zone }: Pick<Loaded, "compared" | "zone">) => (
  <nav className="panel vnav" aria-labelledby="versions-head">
    <div className="panel-head">
      <h2 className="t3" id="versions-head">
        Versions
      </h2>
    </div>
    <ul>
      {compared.drafted && (
        <li>
          <Link to="?version=draft" aria-current={compared.chosen === "draft" ? "page" : undefined} preventScrollReset>
            <b>Draft</b>
            <span className="meta">{`becomes ${compared.next}`}</span>
          </Link>
        </li>
      )}
      {compared.versions.map(({ version, since, until }) => (
        <li key={version}>
          <Link
            to={`?version=${version}`}
            aria-current={compared.chosen === version ? "page" : undefined}
            preventScrollReset
          >
            <b translate="no">{version}</b>
            <span className="meta">
              {until && version !== compared.current
                ? `${formatDay(since, zone)} to ${formatDay(until, zone)}`
                : `since ${formatDay(since, zone)}`}
            </span>
          </Link>
          {version === compared.current && <Status shape="check">In force</Status>}
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
    <section className="panel pubbox" aria-labelledby="publish-head">
      <h2 className="t2" id="publish-head">
        Publish
      </h2>
      {compared.drafted ? (
        <Form method="post" className="grid gap-3" preventScrollReset>
          <input type="hidden" name="seen" value={editor.revision} />
          <p className="pubsay">
            Publishing makes version <b translate="no">{compared.next}</b>. Everybody who orders afterwards accepts it.
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
      <div className="compare">
        <VersionList compared={compared} zone={zone} />
        <Panel title={titleOf(compared)} aside={<span className="small muted num">{countText(compared)}</span>}>
          <PartsCompared parts={compared.parts} />
        </Panel>
        <PublishBox {...loaderData} answer={actionData} />
      </div>
    </>
  );
}
