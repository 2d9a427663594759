import { FileList } from "#src/modules/files/index.screens.ts";
import { fitsPdf } from "#src/modules/orders/index.ts";
import { counted } from "#src/shared/counted.ts";
import { FileText, Icon } from "#src/ui/icons.tsx";
import { Download } from "./drawings.ts";
import type { ShownOrder } from "./order.server.ts";
import { nameOf } from "./version-name.ts";

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
