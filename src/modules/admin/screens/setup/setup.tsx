import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf } from "#src/platform/flash.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { counted } from "#src/shared/counted.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { CircleAlert, Icon, Info } from "#src/ui/icons.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { newCode, ownPath } from "../../setup/checks.ts";
import { readSetup, type Setup } from "../../setup/facts.ts";
import type { Route } from "./+types/setup.ts";
import { groupDone, SetupAnswer, SetupProgress, StepButton, StepRow } from "./setup-parts.tsx";
import { doSetupStep, requireOwner } from "./setup-steps.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireOwner(ctx, request);
  const { groups, progress, shop } = orPage(await readSetup(ctx, {}), request);
  const { code, answer } = newCode(ctx.runtime);
  const own = { base: ctx.runtime.config.baseUrl.origin, path: `${ownPath}/${code}`, answer };
  return { groups, progress, shop, own, did: flashOf(request) };
}

export const action = ({ context, request }: Route.ActionArgs) =>
  doSetupStep(context.get(requestContext), request, "/setup");

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Set up the shop", matches);

type Shown = Pick<Setup, "progress" | "shop">;

const Effects = ({ progress: { toDo } }: Pick<Shown, "progress">) => (
  <ul className="mt-3 grid gap-2">
    {toDo
      .filter(({ until }) => until !== "")
      .map(({ key, title, until, needed }) => (
        <li
          key={key}
          className={`grid grid-cols-[20px_1fr] gap-2.5 ${needed ? "[&_.i]:text-error" : "[&_.i]:text-ink-3"}`}
        >
          <Icon of={needed ? CircleAlert : Info} />
          <span>
            <b className="font-semibold">{`${title}.`}</b> {until}
          </span>
        </li>
      ))}
  </ul>
);

const OpenPart = ({ progress, shop }: Shown) => {
  const { mayOpen, toDo } = progress;
  const open = shop.open;
  return (
    <section className="panel border-rule-strong" aria-labelledby="open-head">
      <div className="grid items-end gap-6 p-6 md:grid-cols-[minmax(0,1fr)_12.5rem]">
        <div>
          <h2 className="t3" id="open-head">
            {open ? "The shop is open for orders" : "Open the shop for orders"}
          </h2>
          {toDo.length > 0 ? (
            <>
              <p className="soft mt-1">
                {mayOpen || open
                  ? "The other steps can wait. Until they are done:"
                  : "Do the needed steps first. The others can wait. Until they are done:"}
              </p>
              <Effects progress={progress} />
            </>
          ) : (
            <p className="soft mt-1">Nothing is left to do.</p>
          )}
        </div>
        <div className="grid gap-2.5">
          {open ? (
            <StepButton step="close" label="Close the shop" />
          ) : mayOpen ? (
            <StepButton step="open" label="Open the shop" primary />
          ) : (
            <p className="small soft">
              <Link to="/setup/texts">Legal name and texts</Link> come first.
            </p>
          )}
          <p className="small muted">
            {open ? "Orders already placed continue." : "You can close it again at any time."} You change the text for
            visitors in <Link to="/admin/settings?group=shop">Settings</Link>.
          </p>
        </div>
      </div>
    </section>
  );
};

const VisitorsPart = ({ shop }: Pick<Shown, "shop">) => (
  <Panel title="What visitors see now" pad>
    {shop.open ? (
      <>
        <Status shape="check">Open for orders</Status>
        <p className="mt-2">All pages, the calculator and the order form are open.</p>
      </>
    ) : (
      <>
        <Status shape="pause" tone="warn">
          Closed for orders
        </Status>
        <p className="mt-2">{`All pages and the calculator are open. The order form says: “${shop.closedWords}”`}</p>
      </>
    )}
    <p className="mt-3">
      <Link to="/">See it as a visitor</Link>
    </p>
  </Panel>
);

/** The way of a new shop to its first order; each state is computed. */
export default function SetupGuide({ loaderData, actionData }: Route.ComponentProps) {
  const { groups, progress, shop, own, did } = loaderData;
  const next = progress.mayOpen && !shop.open ? undefined : progress.toDo[0]?.key;
  return (
    <>
      <Crumbs steps={[{ to: "/admin", label: "Overview" }, { label: "Set up the shop" }]} />
      <div className="work-head">
        <div>
          <h1 className="d3">Set up the shop</h1>
          <p className="soft">{`${counted(progress.all, "step")}, in any order. You can leave this page and come back at any time.`}</p>
        </div>
      </div>
      <SetupAnswer flash={did} refused={actionData?.message} />
      <div className="grid items-start gap-6 min-[1280px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="panels min-w-0 max-[1279px]:order-last">
          {groups.map((group) => (
            <Panel
              key={group.title}
              title={group.title}
              aside={<span className="small muted num">{groupDone(group)}</span>}
            >
              <ul>
                {group.steps.map((step) => (
                  <StepRow key={step.key} step={step} primary={step.key === next} own={own} />
                ))}
              </ul>
            </Panel>
          ))}
          <OpenPart progress={progress} shop={shop} />
        </div>
        <div className="panels min-w-0 md:max-[1279px]:grid-cols-2">
          <Panel title="Progress" pad>
            <SetupProgress groups={groups} progress={progress} />
          </Panel>
          <VisitorsPart shop={shop} />
        </div>
      </div>
    </>
  );
}
