import { Link, redirect, useLoaderData } from "react-router";
import { listMailbox, readMailbox } from "#src/modules/notifications/index.server.ts";
import { readingZone } from "#src/modules/operator/index.server.ts";
import type { MailRecord } from "#src/platform/mail/mail-records.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { orPage } from "#src/platform/respond.ts";
import { formatMoment, momentInZone, zoneLabel } from "#src/shared/zone.ts";
import { Empty } from "#src/ui/empty.tsx";
import { Crumbs, PageHead, TermList } from "#src/ui/reading.tsx";
import { Pager, Table } from "#src/ui/table.tsx";
import type { Route } from "./+types/mailbox.ts";
import { MailBody } from "./mail-body.tsx";

const asList = ({ id, subject, to, createdAt }: MailRecord, zone: string) => ({
  id,
  subject,
  to,
  at: createdAt.toISOString(),
  when: formatMoment(createdAt, zone),
});

/** The mailbox of demo mode: a list, or one mail. Elsewhere the address is unknown. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (ctx.runtime.mode !== "demo") throw redirect("/");
  const asked = new URL(request.url).searchParams;
  const zone = await readingZone(ctx);
  const id = asked.get("mail");
  if (id !== null) {
    const mail = orPage(await readMailbox(ctx, { id }), request);
    return { open: { ...asList(mail, zone), content: mail.content }, page: null, zone };
  }
  const cursor = { before: asked.get("before") ?? undefined, after: asked.get("after") ?? undefined };
  const { mails, newer, older } = orPage(await listMailbox(ctx, cursor), request);
  return { open: null, page: { mails: mails.map((mail) => asList(mail, zone)), newer, older }, zone };
}

export const meta: Route.MetaFunction = () => [{ title: "Mailbox" }];

type Shown = Awaited<ReturnType<typeof loader>>;

const columns = [
  { key: "subject", label: "Subject" },
  { key: "to", label: "To" },
  { key: "when", label: "Written" },
];

const MailList = ({ page }: { page: NonNullable<Shown["page"]> }) => (
  <>
    <Table caption="E-mails, newest first" columns={columns} hover cards>
      {page.mails.map((mail) => (
        <tr key={mail.id}>
          <td>
            <Link to={`/mailbox?mail=${mail.id}`}>{mail.subject}</Link>
          </td>
          <td className="break-all">{mail.to}</td>
          <td>
            <time dateTime={mail.at}>{mail.when}</time>
          </td>
        </tr>
      ))}
    </Table>
    <Pager
      newer={page.newer ? `/mailbox?after=${page.newer}` : undefined}
      older={page.older ? `/mailbox?before=${page.older}` : undefined}
    >
      {page.mails.length === 1 ? "1 e-mail on this page" : `${page.mails.length} e-mails on this page`}
    </Pager>
  </>
);

const OpenMail = ({ mail, zone }: { mail: NonNullable<Shown["open"]>; zone: string }) => (
  <>
    <Crumbs steps={[{ to: "/mailbox", label: "Mailbox" }, { label: "Mail" }]} />
    <PageHead title={mail.subject} size="d3" />
    <TermList
      small
      terms={[
        { key: "to", term: "To", value: mail.to },
        {
          key: "when",
          term: "Written",
          value: <time dateTime={mail.at}>{momentInZone(new Date(mail.at), zone)}</time>,
        },
      ]}
    />
    <div className="sheet mt-6 max-w-160 p-6">
      {mail.content ? <MailBody content={mail.content} /> : <p>This e-mail has no content any more.</p>}
    </div>
  </>
);

export default function Mailbox() {
  const { open, page, zone } = useLoaderData<typeof loader>();
  return (
    <main id="main" className={open ? "wrap pb-12" : "wrap py-12"}>
      {open && <OpenMail mail={open} zone={zone} />}
      {page && (
        <PageHead
          title="Mailbox"
          lede={`Demo mode sends no e-mail. You find here what would be sent. Times are in ${zoneLabel(zone)}.`}
        />
      )}
      {page && page.mails.length > 0 && <MailList page={page} />}
      {page && page.mails.length === 0 && (
        <Empty title="No e-mail yet">Register, place an order or pay for one: the e-mail about it appears here.</Empty>
      )}
    </main>
  );
}
