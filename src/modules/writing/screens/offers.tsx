import { Link, useNavigation } from "react-router";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import { counted } from "#src/shared/counted.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { Form } from "#src/ui/form.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { Money } from "#src/ui/table.tsx";
import type { ShownWork } from "./workspace.server.ts";

const pageOf = ({ id }: ShownWork): string => `/dashboard/orders/${id}`;

export const serviceNameOf = (service: ShownWork["service"]): string =>
  service === "custom" ? "Custom work" : serviceNames[service];

type Named = Pick<ShownWork, "service" | "subject" | "pages" | "citedSources"> & { serviceName: string };

/** Services whose price counts pages. */
const pagesCount: readonly string[] = ["non-technical", "technical", "custom"];
/** "Papers, History, 3 pages, 6 sources" */
export const workLabel = ({ service, serviceName, subject, pages, citedSources }: Named): string =>
  [
    serviceName,
    subject,
    pages !== null && pagesCount.includes(service) && counted(pages, "page"),
    citedSources !== null && citedSources > 0 && counted(citedSources, "source"),
  ]
    .filter(Boolean)
    .join(", ");

/** Accepting needs nothing but the press; declining asks for the reason on the order's page. */
const Answer = ({ work, first }: { work: ShownWork; first: boolean }) => {
  const { formAction, formData } = useNavigation();
  const busy = formAction === pageOf(work) && formData?.get("action") === "accept";
  return (
    <div className="mt-auto flex flex-wrap gap-2 max-md:[&_.btn]:flex-auto">
      <Form method="post" action={pageOf(work)} className="contents">
        <input type="hidden" name="action" value="accept" />
        <input type="hidden" name="seenVersion" value={work.version} />
        <Button small busy={busy} variant={first ? "primary" : "outline"}>
          {busy ? "Accepting" : "Accept"}
          <span className="vh">{` order ${work.number}`}</span>
        </Button>
      </Form>
      <LinkButton small variant={first ? "outline" : "quiet"} to={pageOf(work)}>
        Read the brief<span className="vh">{` of order ${work.number}`}</span>
      </LinkButton>
      <LinkButton small variant="quiet" to={`${pageOf(work)}?step=decline`}>
        Decline<span className="vh">{` order ${work.number}`}</span>
      </LinkButton>
    </div>
  );
};

const dealFigure = "num font-serif font-[460] tracking-[-0.01em]";

/** Pay, estimate and own deadline, before anybody accepts. */
export const Deal = ({
  work,
  className = "mt-4.5",
}: {
  work: Pick<ShownWork, "payCents" | "estimate" | "due">;
  className?: string;
}) => (
  <dl className={cx("cells quiet-terms mb-5 [--cell:14px]", className)}>
    <div>
      <dt>For you</dt>
      <dd className={cx(dealFigure, "text-[1.5rem]/[1.875rem]")}>
        {work.payCents === null ? "not set" : <Money cents={work.payCents} />}
      </dd>
    </div>
    <div className="grow-1">
      <dt>Estimate</dt>
      <dd className={cx(dealFigure, "text-[1.25rem]/[1.875rem]")}>{work.estimate}</dd>
    </div>
    <div className="grow-1000 pr-0 max-md:basis-full">
      <dt>Your deadline</dt>
      <dd
        className={cx(
          dealFigure,
          "text-[1.25rem]/[1.875rem] max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2",
        )}
      >
        {work.due ? work.due.at.split(", ")[0] : "none"}
        {work.due && (
          <small className="block font-sans text-sm/5 font-normal tracking-normal text-ink-3 normal-nums">{`${work.due.at.split(", ")[1]}, ${work.due.left}`}</small>
        )}
      </dd>
    </div>
  </dl>
);

/** What waits for an answer, the first to run out with the main button. */
export const Offers = ({ works }: { works: readonly ShownWork[] }) => (
  <ul className="offers mt-4 grid grid-cols-2 gap-6 *:only:col-span-full max-md:grid-cols-[minmax(0,1fr)] max-md:gap-4">
    {works.map((work, at) => (
      <li key={work.id} className="sheet flex flex-col border-rule-strong px-6 pt-5.5 pb-6 max-md:p-5">
        <Status shape="clock">{work.answer ? `Answer until ${work.answer.until}` : work.shown.text}</Status>
        <h3 className="t3 mt-2.5 wrap-anywhere">
          <Link to={pageOf(work)}>{work.title}</Link>
        </h3>
        <p className="mt-0.5 text-[1rem]/6 text-ink-2">
          {workLabel({ ...work, serviceName: serviceNameOf(work.service) })} {work.test && <TagMark>test</TagMark>}
        </p>
        <Deal work={work} />
        <Answer work={work} first={at === 0} />
      </li>
    ))}
  </ul>
);
