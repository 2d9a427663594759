import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { serviceNames } from "#src/modules/pricing/index.screens.ts";
import { zoneLabel } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Empty } from "#src/ui/empty.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status } from "#src/ui/status.tsx";
import { type Column, Table } from "#src/ui/table.tsx";
import type { ShownWork, ShownWorkspace } from "./workspace.server.ts";

const pageOf = ({ id }: ShownWork): string => `/dashboard/orders/${id}`;

const pagesCount: readonly string[] = ["non-technical", "technical", "custom"];

/** "Papers, History, 3 pages, 825 words" */
const workLabel = ({ service, subject, pages, wordCount }: ShownWork): string =>
  [
    service === "custom" ? "Custom work" : serviceNames[service],
    subject,
    pages !== null && pagesCount.includes(service) && `${pages} ${pages === 1 ? "page" : "pages"}`,
    wordCount > 0 && `${wordCount.toLocaleString("en-US")} words`,
  ]
    .filter(Boolean)
    .join(", ");

/** Accepting needs nothing but the press; declining asks for the reason on the order's page. */
const Answer = ({ work }: { work: ShownWork }) => {
  const { formAction, formData } = useNavigation();
  const busy = formAction === pageOf(work) && formData?.get("action") === "accept";
  return (
    <div className="row [--gap:12px]">
      <Form method="post" action={pageOf(work)} className="max-md:w-full">
        <input type="hidden" name="action" value="accept" />
        <input type="hidden" name="seenVersion" value={work.version} />
        <Button small busy={busy}>
          {busy ? "Accepting" : "Accept"}
          <span className="vh">{` order ${work.number}`}</span>
        </Button>
      </Form>
      <LinkButton small variant="outline" to={pageOf(work)}>
        Read the brief
      </LinkButton>
      <LinkButton small variant="quiet" to={`${pageOf(work)}?step=decline`}>
        Decline<span className="vh">{` order ${work.number}`}</span>
      </LinkButton>
    </div>
  );
};

const Offer = ({ work }: { work: ShownWork }) => (
  <li className="sheet">
    <div>
      <Status shape={work.shown.shape} tone={work.shown.tone}>
        {work.answer ? `${work.shown.text}, ${work.answer.left} to answer` : work.shown.text}
      </Status>
      <h3 className="t3 wrap-anywhere">
        <Link to={pageOf(work)}>{work.title}</Link>
      </h3>
      <p>{workLabel(work)}</p>
      <p className="small muted num">
        {work.due ? `Your deadline: ${work.due.at}, ${work.due.left}` : "No deadline"}
        {work.answer && `. The offer stands until ${work.answer.until}.`}
      </p>
    </div>
    <Answer work={work} />
  </li>
);

const columns: readonly Column[] = [
  { key: "no", label: "No." },
  { key: "order", label: "Order" },
  { key: "due", label: "Your deadline" },
  { key: "status", label: "Status" },
];

const Due = ({ work: { due, status } }: { work: ShownWork }) => {
  if (!due) return "not set";
  const counts = status === "in_progress" || status === "revision_requested";
  return (
    <>
      {due.at}
      {counts && <span className={due.late ? "meta text-error" : "meta"}>{due.left}</span>}
    </>
  );
};

const Works = ({ title, works }: { title: string; works: readonly ShownWork[] }) => (
  <Table caption={title} columns={columns} cards hover className="orders">
    {works.map((work) => (
      <tr key={work.id}>
        <td className="num muted no">{work.number}</td>
        <td className="ti">
          <Link className="title wrap-anywhere" to={pageOf(work)}>
            {work.title}
          </Link>
          <span className="meta">{workLabel(work)}</span>
        </td>
        <td className="due soft num">
          <Due work={work} />
        </td>
        <td className="sta">
          <Status shape={work.shown.shape} tone={work.shown.tone}>
            {work.shown.text}
          </Status>
        </td>
      </tr>
    ))}
  </Table>
);

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 className="t2 mb-4" id={id}>
      {title}
    </h2>
    {children}
  </section>
);

/** "2 of 3 orders in work or offered. Clients know you as Writer 7KQ2." */
const capacityText = (
  { openOrders, capacity, pseudonym }: NonNullable<ShownWorkspace["capacity"]>,
  offers: number,
): string => {
  const taken = offers > 0 ? "in work or offered" : "in work";
  return `${openOrders} of ${capacity} ${capacity === 1 ? "order" : "orders"} ${taken}. Clients know you as ${pseudonym}.`;
};

/** The writer's start page; `children` is what the same person ordered before becoming a writer. */
export const Workspace = ({ shown, children }: { shown: ShownWorkspace; children?: ReactNode }) => {
  const { capacity, offers, running, handedOver, zone } = shown;
  const nothing = offers.length + running.length === 0;
  return (
    <main id="main" className="wrap dash">
      <div className="dash-head">
        <div>
          <h1 className="d2">Your work</h1>
          {capacity && <p className="soft mt-2">{capacityText(capacity, offers.length)}</p>}
        </div>
      </div>
      {capacity && !capacity.active && (
        <Notice tone="warn" title="You get no new offers now." className="mb-6">
          <p>What you have stays yours.</p>
        </Notice>
      )}
      {offers.length > 0 && (
        <Section id="offers" title={offers.length === 1 ? "An offer for you" : "Offers for you"}>
          <ul className="turns">
            {offers.map((work) => (
              <Offer key={work.id} work={work} />
            ))}
          </ul>
        </Section>
      )}
      {running.length > 0 && (
        <Section id="running" title="In work">
          <Works title="In work, the nearest deadline first" works={running} />
          <p className="small muted mt-3">{`Times are in ${zoneLabel(zone)}.`}</p>
        </Section>
      )}
      {nothing && (
        <section aria-label="Offers and running work">
          <Empty title="No work at the moment" art>
            We offer you orders that fit your subjects. You get a mail for each.
          </Empty>
        </section>
      )}
      {handedOver.length > 0 && (
        <Section id="handed" title="Handed over">
          <Works title="Handed over, the newest first" works={handedOver} />
        </Section>
      )}
      {children}
    </main>
  );
};
