import { counted } from "#src/shared/counted.ts";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Textarea } from "#src/ui/inputs.tsx";
import { NoScript } from "#src/ui/no-script.tsx";
import { BulkPanel, PlanLine, Receiver, Stays } from "./bulk-panel.tsx";
import type { ManyPlan } from "./many-orders.server.ts";

type PlannedMessage = ManyPlan["messages"][number];

const sides = { clients: "The clients", writers: "The writers" } as const;

/** Other people are planned at once; without scripts a button asks for it. */
const plan = () => document.getElementById("bulk-plan")?.click();

const ToWhom = ({ to }: { to: ManyPlan["to"] }) => (
  <fieldset>
    <legend className="label">To</legend>
    <div className="seg">
      {Object.entries(sides).map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="write-to" value={value} defaultChecked={to === value} onChange={plan} />
          {label}
        </label>
      ))}
    </div>
    <NoScript>
      <Button name="step" value="plan-message" variant="outline" small>
        Show who gets it
      </Button>
    </NoScript>
  </fieldset>
);

const Line = ({ message: { personId, name, side, text, orders } }: { message: PlannedMessage }) => (
  <PlanLine
    title={orders.map(({ title }) => title).join(", ")}
    note={text || orders.map(({ number }) => number).join(", ")}
    figure={!text}
    end={<Receiver name={name} why={side} />}
  >
    {orders.map(({ id, version }) => (
      <input key={id} type="hidden" name="give" value={`${id}:${version}:${personId}`} />
    ))}
  </PlanLine>
);

type Props = { shown: ManyPlan; refused: RefusedForm; onClose: () => void };

/** What is written to whom about the chosen orders, before anything leaves, and which orders stay with their reason. */
export default function WritePanel({ shown: { step, to, messages, stays }, refused, onClose }: Props) {
  const people = new Set(messages.map(({ side }) => side));
  const [only] = [...people];
  const who = people.size === 1 ? counted(messages.length, only ?? "person") : `${messages.length} people`;
  const reminds = step === "remind";
  return (
    <BulkPanel
      title={reminds ? "Remind who owes the next step" : "Write to many as Support"}
      count={messages.length > 0 ? `to ${who}` : "to nobody"}
      left={
        <>
          {reminds ? (
            <p className="soft">
              Each person gets one message in the chat with Support. It says what waits for them. What is not late and
              waits for nobody is left out, and nobody is reminded twice in 12 hours.
            </p>
          ) : (
            <>
              <ToWhom to={to} />
              <Field id="bulk-message" name="message" label="Message" error={refused.errors.message}>
                <Textarea rows={4} maxLength={4000} defaultValue={refused.values.message} />
              </Field>
              <p className="small muted">It arrives in the chat with Support. The first line names the orders.</p>
            </>
          )}
        </>
      }
      says="The messages leave after 10 seconds. Until then you can take them back."
      send={messages.length > 0 ? { step, label: reminds ? `Remind ${who}` : `Send to ${who}` } : null}
      onClose={onClose}
    >
      {messages.map((message) => (
        <Line key={message.personId} message={message} />
      ))}
      <Stays orders={stays} />
    </BulkPanel>
  );
}
