import { formatMoment } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import type { DeliveryLine } from "../webhooks/endpoint-list.ts";
import { eventTypes } from "../webhooks/event-types.ts";

const columns = [
  { key: "what", label: "Message" },
  { key: "state", label: "State" },
  { key: "answer", label: "Answer" },
  { key: "act", label: "Send again", quiet: true },
];

const states = {
  waiting: { shape: "clock", word: "On its way" },
  delivered: { shape: "check", word: "Taken" },
  failed: { shape: "alert", word: "Not taken" },
} as const;

const again = { shape: "again", word: "Will be tried again" } as const;
const stateOf = ({ state, attempts }: DeliveryLine) => (state === "waiting" && attempts > 0 ? again : states[state]);

const tries = (count: number): string => (count === 1 ? "1 try" : `${count} tries`);

const progressOf = ({ state, attempts, nextTryAt }: DeliveryLine, zone: string): string => {
  if (state === "waiting" && attempts > 0 && nextTryAt)
    return `${tries(attempts)}, next ${formatMoment(nextTryAt, zone)}`;
  return attempts > 0 ? tries(attempts) : "";
};

const Row = ({ of: line, zone, isOn }: { of: DeliveryLine; zone: string; isOn: boolean }) => (
  <tr>
    <td>
      <b className="strong">{line.type === "test" ? "Test" : eventTypes[line.type]}</b>
      <span className="meta">{formatMoment(line.createdAt, zone)}</span>
      <span className="meta wrap-anywhere">{line.id}</span>
    </td>
    <td>
      <Status shape={stateOf(line).shape}>{stateOf(line).word}</Status>
      <span className="meta">{progressOf(line, zone)}</span>
    </td>
    <td className="max-w-88 text-sm/5 wrap-anywhere">
      {line.status !== null && <b className="strong num">{line.status} </b>}
      {line.answer}
    </td>
    <td className="r">
      {isOn && (line.state !== "waiting" || line.attempts > 0) && (
        <Form method="post">
          <input type="hidden" name="delivery" value={line.id} />
          <Button name="step" value="again" variant="outline" small>
            Send again
          </Button>
        </Form>
      )}
    </td>
  </tr>
);

/** What was sent to a webhook, with what it answered. */
export const DeliveryLog = ({ log, zone, isOn }: { log: readonly DeliveryLine[]; zone: string; isOn: boolean }) => (
  <Table caption="Messages" columns={columns} boxed cards tight>
    {log.map((line) => (
      <Row key={line.id} of={line} zone={zone} isOn={isOn} />
    ))}
  </Table>
);
