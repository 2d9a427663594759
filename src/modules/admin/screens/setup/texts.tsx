import { Link } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Crumbs } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { readSetup } from "../../setup/facts.ts";
import { textsToRead } from "../../setup/setup-step.ts";
import type { Route } from "./+types/texts.ts";
import { SetupAnswer } from "./setup-parts.tsx";
import { doSetupStep, requireOwner } from "./setup-steps.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireOwner(ctx, request);
  const { site, read } = orPage(await readSetup(ctx, {}), request).facts;
  return { legalName: site.legalName, address: site.address, read };
}

export const action = ({ context, request }: Route.ActionArgs) =>
  doSetupStep(context.get(requestContext), request, "/setup/texts");

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Legal name and texts", matches);

/** Who runs the shop, and the four texts that a client relies on. */
export default function Texts({ loaderData: { legalName, address, read }, actionData }: Route.ComponentProps) {
  return (
    <>
      <Crumbs
        steps={[
          { to: "/admin", label: "Overview" },
          { to: "/setup", label: "Set up the shop" },
          { label: "Legal name and texts" },
        ]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3">Legal name and texts</h1>
          <p className="soft">Clients accept these texts with every order. They must name who runs the shop.</p>
        </div>
      </div>
      <SetupAnswer flash="" refused={actionData?.message} />
      <div className="panels">
        <Panel title="Who runs the shop" pad>
          <p className="wrap-anywhere">
            {legalName ? [legalName, address].filter(Boolean).join(", ") : "No legal name is set."}
          </p>
          <p className="small soft mt-1 mb-3">
            The person or company that sells. It is shown with the postal address in the terms, in the privacy policy
            and on receipts.
          </p>
          <LinkButton to="/admin/settings?group=site" variant={legalName ? "outline" : "primary"} small>
            {legalName ? "Change in Settings" : "Fill in in Settings"}
          </LinkButton>
        </Panel>
        <Panel title="Texts to read">
          <ul>
            {textsToRead.map(({ key, label }) => (
              <li
                key={key}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 border-t border-rule px-5 py-3 md:grid-cols-[5.75rem_minmax(0,1fr)_auto]"
              >
                <div className="max-md:col-span-2">
                  {read.includes(key) ? <Status shape="check">Read</Status> : <Status shape="clock">To read</Status>}
                </div>
                <p className="font-semibold">{label}</p>
                <Form method="post" reloadDocument>
                  <input type="hidden" name="step" value="read" />
                  <Button small variant="outline" name="text" value={key} aria-label={`Read: ${label}`}>
                    Read
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </Panel>
        <p className="small soft">
          When you have read them, <Link to="/setup">go back to the guide</Link>.
        </p>
      </div>
    </>
  );
}
