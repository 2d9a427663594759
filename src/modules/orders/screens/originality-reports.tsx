import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import { formatDate } from "#src/shared/zone.ts";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { reportBounds } from "../domain/originality-report.ts";
import { DetailHead } from "./delivery-details.tsx";
import type { ShownReports } from "./originality-reports.server.ts";

type Report = ShownReports["list"][number];

/** How the page's action finds its forms, and what the last one was refused for. */
type Asks = {
  /** The hidden field that names the form. */
  names: "action" | "step";
  /** The address of the page. */
  page: string;
  errors: Readonly<Record<string, string>> | undefined;
  values: Readonly<Record<string, string>> | undefined;
};

const Remove = ({ report, number, names }: { report: Report; number: number; names: Asks["names"] }) => {
  const busy = useSent()?.get("remove-report.reportId") === report.id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name={names} value="remove-report" />
      <input type="hidden" name="remove-report.reportId" value={report.id} />
      <input type="hidden" name="number" value={number} />
      <Button small variant="quiet" busy={busy}>
        Remove<span className="vh">{`: ${report.name}`}</span>
      </Button>
    </Form>
  );
};

const addedBy = { W: "the writer", A: "Support" } as const;

type ItemProps = { report: Report; number: number; zone: string; asks: Asks | undefined };

const ReportItem = ({ report, number, zone, asks }: ItemProps) => (
  <li>
    <b className="strong wrap-anywhere" dir="auto">
      {report.name}
    </b>
    <p className="small wrap-anywhere">{`Made by ${report.maker} on ${formatDate(new Date(`${report.madeOn}T12:00:00Z`), "UTC")}.`}</p>
    <p className="small muted">{`Added by ${addedBy[report.byKind]} on ${formatDate(report.createdAt, zone)}.`}</p>
    {report.link && (
      <p className="small wrap-anywhere" translate="no">
        <b>{report.link.host}</b>
        <span className="block">{report.link.address}</span>
      </p>
    )}
    <FileList files={report.files} label={`File of ${report.name}`} />
    {asks && report.removable && <Remove report={report} number={number} names={asks.names} />}
  </li>
);

/** One line of the form; what was typed before a refusal is still there. */
const Line = ({ asks, name, ...field }: { asks: Asks; name: string; label: string; hint?: string; most: number }) => (
  <Field name={`report.${name}`} label={field.label} hint={field.hint} error={asks.errors?.[`report.${name}`]}>
    <Input
      type={name === "madeOn" ? "date" : "text"}
      inputMode={name === "link" ? "url" : undefined}
      maxLength={field.most}
      defaultValue={asks.values?.[name]}
    />
  </Field>
);

const AddReport = ({ shown, asks }: { shown: ShownReports; asks: Asks }) => {
  const { field, number, refusedUpload } = shown;
  const busy = useSent()?.get(asks.names) === "report";
  if (!field) return null;
  const here = `${asks.page}?text=${number}`;
  return (
    <div className="mt-4 rounded-md border border-pen bg-pen-tint px-6 pt-5 pb-6">
      <h4 className="t3">Add an originality report</h4>
      <PlainUpload {...field} id="report-file" next={`${here}&report=add#reports`} />
      <Form method="post" className="stack [--gap:20px] mt-4" preventScrollReset>
        <input type="hidden" name={asks.names} value="report" />
        <input type="hidden" name="number" value={number} />
        <input type="hidden" name="report.number" value={number} />
        <Line asks={asks} name="name" label="Name of the report" most={reportBounds.name} />
        <Line asks={asks} name="maker" label="Made by" hint="The service that made it." most={reportBounds.maker} />
        <Line asks={asks} name="madeOn" label="Date of the report" most={10} />
        <FileField
          {...field}
          name="report.files"
          limits={{ ...field.limits, mostFiles: 1 }}
          label="File"
          hint="Add a file, or give a link below. The client reads the file, so no name of yours may be in it."
          plain="Send the file with the form above first."
          error={asks.errors?.["report.files"] ?? refusedUpload}
          optional
          checked
        />
        <Line
          asks={asks}
          name="link"
          label="Link, if you add no file"
          hint="It begins with https://. The client sees it as text."
          most={reportBounds.link}
        />
        <div className="row [--gap:12px]">
          <Button small busy={busy}>
            {busy ? "Adding" : "Add the report"}
          </Button>
          <LinkButton small variant="quiet" to={`?text=${number}#reports`} preventScrollReset>
            Cancel
          </LinkButton>
        </div>
      </Form>
    </div>
  );
};

type Props = { shown: ShownReports; zone: string; asks?: Asks };

/** Reports of services outside about a version, beside the work; with `asks` for who may add and remove them. */
export const OriginalityReports = ({ shown, zone, asks }: Props) => {
  const { list, number, takes, field } = shown;
  const adds = asks && takes;
  if (list.length === 0 && !adds) return null;
  return (
    <section aria-labelledby="reports" className="no-print mt-6">
      <DetailHead id="reports" className="mb-3">
        Originality reports
      </DetailHead>
      {list.length > 0 && (
        <>
          <p className="small muted mb-3">
            Made by services outside ours. We show them as they were given to us and do not judge them. They do not
            replace our own check.
          </p>
          <ul className="stack [--gap:16px]">
            {list.map((report) => (
              <ReportItem key={report.id} report={report} number={number} zone={zone} asks={asks} />
            ))}
          </ul>
        </>
      )}
      {adds &&
        (field ? (
          <AddReport shown={shown} asks={asks} />
        ) : (
          <LinkButton
            small
            variant="outline"
            to={`?text=${number}&report=add#reports`}
            preventScrollReset
            className="mt-3"
          >
            Add an originality report
          </LinkButton>
        ))}
    </section>
  );
};
