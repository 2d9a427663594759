import { requireAdmin } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import { embedSites, saveEmbedSites } from "../embed/embed.ts";
import type { Route } from "./+types/calculator.ts";
import { ApiColumns, ApiHead, Code } from "./api-head.tsx";

const address = "/admin/api/calculator";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const sites = orPage(await embedSites(ctx, {}), request);
  return { ...sites, base: ctx.runtime.config.baseUrl.origin, did: flashOf(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "settings");
  const { origins = "", version = "" } = await textsOf(request);
  const saved = await saveEmbedSites(ctx, { origins, version });
  return saved.ok ? redirectWithFlash(address, "saved") : refusedForm(saved, { origins, version });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Calculator on other sites", matches);

const snippetFor = (base: string): string =>
  `<a href="${base}/" data-price-calculator="non-technical">Prices</a>\n<script src="${base}/embed/calculator.js" async></script>`;

/** The lines that a site puts into its page. */
const Snippet = ({ base }: { base: string }) => (
  <Panel title="What the site puts into its page" pad>
    <pre className="wrap-anywhere whitespace-pre-wrap">
      <Code>{snippetFor(base)}</Code>
    </pre>
    <p className="mt-3">
      <CopyButton value={snippetFor(base)} what="the lines" wide />
    </p>
    <p className="small muted mt-4">
      Instead of <Code>non-technical</Code> any kind of work can stand there. Without scripts, and on a site that is not
      listed, the link stays. The calculator sets no cookie. “Continue” opens this shop in the same window.
    </p>
  </Panel>
);

export default function CalculatorElsewhere({ loaderData, actionData }: Route.ComponentProps) {
  const { origins, version, base, did } = loaderData;
  const { errors = {}, values = {}, message: refused } = actionData ?? {};
  const message = useFlash(did || null);
  const busy = useSent() !== undefined;
  return (
    <>
      <ApiHead at="calculator" />
      {actionData && <ErrorSummary errors={errors} labels={{ origins: "Sites" }} message={refused} />}
      {message === "saved" && !actionData && (
        <Notice tone="ok" live className="mb-4" title="Saved. These sites can show the calculator from now on." />
      )}
      <ApiColumns>
        <Snippet base={base} />
        <Panel title="Sites" pad>
          <Form method="post" className="stack [--gap:20px]" key={version}>
            <input type="hidden" name="version" value={values.version ?? version} />
            <Field
              name="origins"
              label="Sites that may show the calculator"
              optional
              hint="One a line, such as https://www.example.com"
              error={errors.origins}
            >
              <Textarea
                defaultValue={values.origins ?? origins.join("\n")}
                rows={5}
                maxLength={2000}
                translate="no"
                spellCheck={false}
              />
            </Field>
            <Button busy={busy} className="self-start">
              {busy ? "Saving" : "Save"}
            </Button>
          </Form>
        </Panel>
      </ApiColumns>
    </>
  );
}
