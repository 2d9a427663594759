import { Link } from "react-router";
import type { ToArrange } from "#src/modules/orders/index.server.ts";
import { counted } from "#src/shared/counted.ts";
import { formatUsd } from "#src/shared/money.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { Icon, TriangleAlert } from "#src/ui/icons.tsx";
import { Status } from "#src/ui/status.tsx";
import type { Setup } from "../../setup/facts.ts";
import { CopyLine, SetupProgress, StepRow } from "../setup/setup-parts.tsx";

const waiting = ({ orders, cents, client }: ToArrange): string => {
  if (orders === 0) return "No order waits for its payment yet.";
  const waits = orders === 1 ? "1 order waits for its payment" : `${counted(orders, "order")} wait for their payment`;
  return `${waits}: ${formatUsd(cents)}${client ? ` from ${client}` : ""}.`;
};

type Props = { arrange: ToArrange; owner: boolean };

/** First on the overview of an open shop in which nothing takes money: what waits for it, and two ways out. */
export const UnpaidCard = ({ arrange, owner }: Props) => (
  <section
    className="mb-6 grid grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 rounded-md border border-warn/45 bg-warn-tint px-5 py-4.5 max-md:grid-cols-[24px_minmax(0,1fr)] max-md:gap-x-3 max-md:p-4"
    aria-labelledby="unpaid-head"
  >
    <Icon of={TriangleAlert} className="mt-px size-6 text-warn" />
    <div>
      <h2 className="t3" id="unpaid-head">
        No payment method is set up
      </h2>
      <p className="mt-0.5 text-pretty">
        {`${waiting(arrange)} Clients can order, but they cannot pay on the site. Each order says “Payment is arranged with support”.`}
      </p>
    </div>
    {owner && (
      <div className="ml-6 grid gap-1 self-center max-md:col-span-full max-md:mt-1 max-md:ml-0">
        <LinkButton to="/setup/payments" small>
          Set up a payment method
        </LinkButton>
        <Form method="post">
          <Button name="step" value="close" variant="quiet" small className="w-full">
            Close the shop until then
          </Button>
        </Form>
      </div>
    )}
  </section>
);

const listed = (titles: readonly string[]): string =>
  titles.map((title) => title.charAt(0).toLowerCase() + title.slice(1)).join(", ");

/** The rest of the guide in one line, below work that presses more. */
export const SetupLine = ({ groups, progress: { done, all, toDo } }: Pick<Setup, "groups" | "progress">) => {
  const optional = groups.flatMap(({ steps }) => steps.filter(({ state }) => state === "optional"));
  const rest = [
    toDo.length > 0 ? `To do: ${listed(toDo.map(({ title }) => title))}.` : "",
    optional.length > 0 ? `Optional: ${listed(optional.map(({ title }) => title))}.` : "",
  ];
  return (
    <section
      className="panel mb-8 grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-6 gap-y-2 px-5 py-3.5 max-md:grid-cols-1"
      aria-labelledby="setup-line-head"
    >
      <div>
        <h2 className="t3" id="setup-line-head">{`The guide: ${done} of ${all} steps done`}</h2>
        <p className="small soft">{rest.filter(Boolean).join(" ")}</p>
      </div>
      <span className="flex gap-0.5 max-md:hidden" aria-hidden="true">
        {groups.flatMap(({ steps }) =>
          steps.map(({ key, state }) => (
            <i key={key} className={cx("size-3 rounded-xs border border-ink-2", state === "done" && "bg-ink-2")} />
          )),
        )}
      </span>
      <LinkButton to="/setup" variant="outline" small>
        Open the guide
      </LinkButton>
    </section>
  );
};

type SetupCardProps = Pick<Setup, "groups" | "progress"> & {
  open: boolean;
  /** Where the shop is read, before its first order; null afterwards. */
  address: string | null;
};

/** On the overview until nothing is left: the steps to do of the guide, and how far it is. */
export const SetupCard = ({ groups, progress, open, address }: SetupCardProps) => {
  const { toDo, mayOpen, all } = progress;
  const steps = `${counted(toDo.length, "step")} to do`;
  return (
    <section className="panel mb-6 border-rule-strong" aria-labelledby="setup-head">
      <div className="grid min-[1280px]:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          <div className="panel-head">
            <h2 className="t3" id="setup-head">
              {toDo.length === 0 ? "Ready to open" : open ? steps : `Before you open: ${steps}`}
            </h2>
            <Link to="/setup" className="whitespace-nowrap">{`All ${all} steps`}</Link>
          </div>
          <ul>
            {toDo.map((step, at) => (
              <StepRow key={step.key} step={step} primary={at === 0 && (open || !mayOpen)} short />
            ))}
          </ul>
          {!open && mayOpen && (
            <div className="border-t border-rule px-5 py-3.5">
              <LinkButton to="/setup" small>
                Open the shop
              </LinkButton>
            </div>
          )}
        </div>
        <div className="border-rule px-6 py-5 max-[1279px]:border-t min-[1280px]:border-l">
          <SetupProgress groups={groups} progress={progress} />
          {address !== null && (
            <div className="mt-4 border-t border-rule pt-3">
              <h3 className="text-base font-semibold">Your address</h3>
              <p className="small soft">Share it when the shop is open.</p>
              <CopyLine label="Address of the shop" value={address} />
              <p className="mt-2">
                <a href="/">See it as a visitor</a>
              </p>
            </div>
          )}
          {!open && (
            <>
              <p className="mt-3">
                <Status shape="pause" tone="warn">
                  Closed for orders
                </Status>
              </p>
              <p className="small soft">Visitors see all pages and prices. They cannot order yet.</p>
            </>
          )}
        </div>
      </div>
    </section>
  );
};
