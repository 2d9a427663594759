import { Link } from "react-router";
import { requireAdmin, withProof } from "#src/modules/accounts/index.server.ts";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { readerClock } from "#src/modules/operator/index.server.ts";
import { canSeeAllOrders } from "#src/modules/orders/index.server.ts";
import { flashOf, redirectWithFlash } from "#src/platform/flash.ts";
import { refusedForm } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import type { Refusal } from "#src/shared/outcome.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { unlessNotSent } from "#src/ui/keep-page.ts";
import { Notice } from "#src/ui/notice.tsx";
import { Crumbs, TermList } from "#src/ui/reading.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import { useFlash } from "#src/ui/use-sent.ts";
import { mustRepeat } from "../../settings.ts";
import { changeCode, endCode } from "../edit-codes.ts";
import { promotionCodePage } from "../list-codes.ts";
import type { Route } from "./+types/code.ts";
import { CodeForm } from "./code-form.tsx";
import { CodeStatus, UseBar, usesText } from "./code-list.tsx";
import { formOf, postedCode, shownCode } from "./shown-code.server.ts";

export async function loader({ context, request, params: { codeId } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const person = requireAdmin(ctx, request, "prices");
  const { zone } = await readerClock(ctx, person);
  const { users, ...line } = orPage(await promotionCodePage(ctx, { codeId }), request);
  return {
    ...{ zone, did: flashOf(request), version: line.version },
    code: shownCode(line, zone),
    start: formOf(line, zone),
    users: users.map((one) => ({ ...one, at: formatMoment(one.at, zone) })),
    opensOrders: canSeeAllOrders(person, "admin"),
  };
}

export async function action({ context, request, params: { codeId: id } }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requireAdmin(ctx, request, "prices");
  const form = await request.formData();
  const { texts, fields, typed, repeat, sums } = postedCode(form);
  const back = `/admin/codes/${id}`;
  if (texts.step === "end") {
    const ended = await endCode(ctx, { id });
    return ended.ok ? redirectWithFlash(back, "ended") : refusedForm(ended, {}, { ends: true });
  }
  const again = (refusal: Refusal) => refusedForm(refusal, typed, { ends: false });
  return withProof(ctx, request.headers, form, {
    take: async (known) => {
      const asked = await mustRepeat(known, repeat, sums);
      if (asked) return again(asked);
      const changed = await changeCode(known, { ...fields, id, seen: texts.seen ?? "" });
      return changed.ok ? redirectWithFlash(back, "saved") : again(changed);
    },
    again,
  });
}

/** Also after a refusal: a conflict means that the page shows an old code. */
export const shouldRevalidate = unlessNotSent;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  tabTitle(`Code ${loaderData?.code.code ?? ""}`, matches);

const flashes: Readonly<Record<string, string>> = {
  made: "The code is created.",
  saved: "The code is saved. Orders with the code keep its earlier terms.",
  ended: "The code has ended. Orders with the code keep it.",
};

type Data = Route.ComponentProps["loaderData"];

const Uses = ({ users, opensOrders }: Pick<Data, "users" | "opensOrders">) =>
  users.length === 0 ? (
    <p className="soft panel-pad">No order has it yet.</p>
  ) : (
    <Table
      caption="Orders that have the code, the newest first"
      columns={[
        { key: "order", label: "Order" },
        { key: "state", label: "State" },
        { key: "at", label: "Entered" },
      ]}
      boxed
      tight
      cards
    >
      {users.map(({ orderId, number, state, at }) => (
        <tr key={orderId}>
          <td>{opensOrders ? <Link to={`/admin/orders/${orderId}`}>{number}</Link> : number}</td>
          <td>
            {state === "used" ? <Status shape="check">Paid</Status> : <Status shape="clock">Not paid yet</Status>}
          </td>
          <td className="soft" data-label="Entered">
            {at}
          </td>
        </tr>
      ))}
    </Table>
  );

const End = ({ code }: Pick<Data, "code">) => (
  <Confirm label="End the code" title={`End ${code.code}?`} variant="outline" small>
    <p className="soft">
      Nobody can enter it any more. Orders with the code keep it. You cannot start an ended code again.
    </p>
    <Form method="post">
      <ConfirmActions>
        <Button variant="danger" small name="step" value="end">
          End the code
        </Button>
      </ConfirmActions>
    </Form>
  </Confirm>
);

const Facts = ({ code }: Pick<Data, "code">) => (
  <TermList
    small
    terms={[
      { key: "off", term: "Takes off", value: code.off },
      { key: "valid", term: "Counts", value: code.valid },
      ...(code.conditions.length > 0 ? [{ key: "if", term: "Conditions", value: code.conditions.join(". ") }] : []),
      { key: "uses", term: "Uses", value: usesText(code) },
      { key: "made", term: "Made by", value: code.made },
    ]}
  />
);

const useKey = "before:mr-2 before:inline-block before:size-3 before:align-[-1px]";

/** One code: what it says, which orders have it, and how it is changed or ended. */
export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const { code, start, version, zone, did } = loaderData;
  const flash = useFlash(did || null);
  const notEnded = actionData?.ends ? actionData.message : undefined;
  return (
    <>
      <Crumbs
        steps={[{ to: "/admin/codes", label: "Promotion codes" }, { label: <span translate="no">{code.code}</span> }]}
      />
      <div className="work-head">
        <div>
          <h1 className="d3 wrap-anywhere" translate="no">
            {code.code}
          </h1>
          <p>
            <CodeStatus state={code.state} />
          </p>
        </div>
        {!code.endedByHand && (
          <div className="acts">
            <End code={code} />
          </div>
        )}
      </div>
      {notEnded && <Notice tone="bad" live title={notEnded} className="mb-4" />}
      {flash && flashes[flash] && !actionData && <Notice tone="ok" live title={flashes[flash]} className="mb-4" />}
      <div className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] items-start gap-6 max-[1180px]:grid-cols-1">
        {code.endedByHand ? (
          <Panel title="Terms of the code" pad>
            <Facts code={code} />
          </Panel>
        ) : (
          <Panel pad>
            <CodeForm
              key={`${version}-${did}`}
              seen={{ id: code.id, version }}
              start={start}
              refused={actionData?.ends ? undefined : actionData}
              zone={zone}
            />
          </Panel>
        )}
        <div className="stack [--gap:24px]">
          {!code.endedByHand && (
            <Panel title="In short" pad>
              <Facts code={code} />
            </Panel>
          )}
          <Panel title="Orders with it" aside={<span className="num small muted">{usesText(code)}</span>}>
            {code.uses > 0 && (
              <div className="px-5 pb-4">
                <UseBar code={code} most={code.uses} />
                <p className="small muted row [--gap:16px]">
                  <span className={`${useKey} before:bg-chart-1`}>paid</span>
                  <span className={`${useKey} before:bg-chart-2`}>not paid yet</span>
                </p>
              </div>
            )}
            <Uses {...loaderData} />
          </Panel>
        </div>
      </div>
    </>
  );
}
