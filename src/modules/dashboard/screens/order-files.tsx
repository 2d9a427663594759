import { Download } from "lucide-react";
import { Link } from "react-router";
import { FileField, FileList, PlainUpload } from "#src/modules/files/index.screens.ts";
import type { FileFieldData, FileLine } from "#src/modules/files/index.server.ts";
import { fitsPdf } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { nameOf } from "./card-texts.ts";
import type { ShownOrder } from "./order.server.ts";
import { Fold } from "./work/fold.tsx";

type Reading = NonNullable<ShownOrder["texts"]["reading"]>;

const kinds = [
  { kind: "docx", name: "Word file" },
  { kind: "pdf", name: "PDF" },
] as const;

/** The text of a version as files, made when they are asked for. */
const TextFiles = ({ orderId, reading }: { orderId: string; reading: Reading }) => (
  <ul className="came" aria-label="The text as a file">
    {kinds
      .filter(({ kind }) => kind !== "pdf" || fitsPdf(reading.text))
      .map(({ kind, name }) => (
        <li key={kind}>
          <a href={`/dashboard/orders/${orderId}/text/${reading.number}.${kind}`} download>
            <Icon of={FileText} />
            <span>
              <b>
                <span className="vh">Download: </span>
                {`The text as a ${name}`}
              </b>
              <small>{counted(reading.words, "word")}</small>
            </span>
            <Icon of={Download} />
          </a>
        </li>
      ))}
  </ul>
);

/** What came with the version that is read: its text as files, and the writer's files. */
export const Came = ({ shown, reading }: { shown: ShownOrder; reading: Reading }) => (
  <>
    {reading.text.trim() !== "" && <TextFiles orderId={shown.order.id} reading={reading} />}
    <FileList files={reading.files} label={`Files of ${nameOf(reading).toLowerCase()}`} preview={shown.preview} />
  </>
);

/** Who prepared the order by a program reads its files only while the client allows that. */
export const PartnerFold = ({ shown: { partner, order } }: { shown: Pick<ShownOrder, "partner" | "order"> }) => {
  const busy = useSent()?.get("action") === "partner-files";
  if (!partner) return null;
  const { name, since } = partner;
  return (
    <Fold id="partner" title={`Prepared by ${name}`} aside={since ? "can read files" : "cannot read files"}>
      <p>
        {since
          ? `Since ${since}, the program of ${name} can read the files of this order: those that you sent, and those of versions that you have opened.`
          : `${name} filled in this order for you. Its program sees number, state, deadline and price, and no file. You can let it read your files and those of versions that you have opened. Personal details are taken out of what it gets.`}
      </p>
      <Form method="post" className="mt-4" preventScrollReset>
        <input type="hidden" name="action" value="partner-files" />
        <Button name="allow" value={since ? "off" : "on"} variant="outline" small busy={busy}>
          {since ? "Stop it" : `Let ${name} read the files`}
        </Button>
      </Form>
      <p className="small muted mt-3">
        You can change this at any time, here or under <Link to="/accountSettings/data">Your data</Link>, for order{" "}
        <span translate="no">{order.number}</span> alone.
      </p>
    </Fold>
  );
};

type Props = {
  files: readonly FileLine[];
  /** Null: the order takes no files any more. */
  field: FileFieldData | null;
  orderId: string;
  /** Files were added just now. */
  added: boolean;
  error: string | undefined;
  preview: ShownOrder["preview"];
};

const Add = ({ files, field, orderId, error }: Props & { field: FileFieldData }) => {
  const busy = useSent()?.get("action") === "add-files";
  return (
    <>
      <PlainUpload {...field} next={`/dashboard/orders/${orderId}#files`} />
      <Form method="post" className="mt-6" preventScrollReset>
        <input type="hidden" name="action" value="add-files" />
        <FileField
          {...field}
          used={files.map(({ id }) => id)}
          id="f-added-files"
          label="Add files"
          hint="What the writer should use."
          plain="Send each file with the form above, then add what you sent to the order."
          error={error}
          after={
            <div className="mt-3">
              <Button small busy={busy}>
                {busy ? "Adding" : "Add to the order"}
              </Button>
            </div>
          }
        />
      </Form>
    </>
  );
};

/** A client's files of an order, and the way to add more while it is not over: open while a sent file is not added yet. */
export const OrderFiles = (props: Props) => {
  const { files, field, added, error, preview } = props;
  if (files.length === 0 && !field) return null;
  const waits = field !== null && field.known.length > 0;
  const shown = waits || added || error !== undefined || files.some(({ id }) => id === preview?.id);
  return (
    <Fold id="files" title="Your files" aside={files.length > 0 ? counted(files.length, "file") : "none"} open={shown}>
      <FileList files={files} label="Files of this order" preview={props.preview} />
      {field && <Add {...props} field={field} />}
    </Fold>
  );
};
