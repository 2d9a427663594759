import { Checkbox, DeadlineSteps } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { CreditCard, ExternalLink, Icon, Landmark } from "#src/ui/icons.tsx";
import { Methods, RadioList } from "#src/ui/radio-lists.tsx";
import { type Shape, Status, TagMark } from "#src/ui/status.tsx";
import { Stepper } from "#src/ui/stepper.tsx";
import { Part } from "./part.tsx";

const states: readonly (readonly [Shape, string])[] = [
  ["ring", "Pending"],
  ["clock", "Waiting for payment"],
  ["dashed", "Needs a quote"],
  ["half", "In progress"],
  ["pause", "Waiting for your answer"],
  ["caret", "Draft ready"],
  ["again", "Revision"],
  ["check", "Finished"],
  ["dash", "Cancelled"],
  ["back", "Refunded"],
  ["alert", "No writer yet"],
];

const seven = ["12 h", "24 h", "48 h", "72 h", "5 days", "7 days", "8 days +"];

export const DesignChoices = () => (
  <>
    <Part title="Status words" wide="w5">
      <ul className="statuses">
        {states.map(([shape, label]) => (
          <li key={label}>
            <Status shape={shape}>{label}</Status>
          </li>
        ))}
        <li>
          <TagMark>test</TagMark>
        </li>
      </ul>
    </Part>
    <Part title="Choices" wide="w7">
      <div className="stack [--gap:20px]">
        <FieldGroup name="demo-seven" label="Seven steps with prices" hint="Prices for this order.">
          <DeadlineSteps
            defaultValue="72 h"
            choices={seven.map((value, at) => ({ value, label: value, note: `$${(1043 - at * 94).toFixed(2)}` }))}
          />
        </FieldGroup>
        <div className="grid-2 keep">
          <Field name="demo-step" label="Pages" error="Write a number from 1 to 500.">
            <Stepper unit="page" min={1} max={500} defaultValue={1} />
          </Field>
          <div>
            <Checkbox name="demo-check" defaultChecked>
              Chosen
            </Checkbox>
            <Checkbox name="demo-promise" error="Tick this to continue.">
              I use the text as a model for my own work.
            </Checkbox>
          </div>
        </div>
        <div className="grid-2">
          <FieldGroup name="demo-radio" label="One of several">
            <RadioList
              defaultValue="a"
              choices={[
                { value: "a", label: "The first", note: "With a sentence below" },
                { value: "b", label: "The second" },
              ]}
            />
          </FieldGroup>
          <FieldGroup name="demo-picks" label="Several of many">
            <div className="picks">
              {["History", "Law"].map((name) => (
                <label className="pickbox" key={name}>
                  <input type="checkbox" name={name} />
                  <span>{name}</span>
                </label>
              ))}
            </div>
          </FieldGroup>
        </div>
        <FieldGroup name="demo-method" label="How would you like to pay?">
          <Methods
            defaultValue="card"
            choices={[
              { value: "card", label: "Credit card", note: "Visa, Mastercard", icon: <Icon of={CreditCard} /> },
              {
                value: "paypal",
                label: "PayPal",
                note: "You go to PayPal and come back here.",
                icon: <Icon of={ExternalLink} />,
              },
              {
                value: "bank",
                label: "Bank transfer",
                note: "Takes 1 to 3 working days.",
                icon: <Icon of={Landmark} />,
              },
            ]}
          />
        </FieldGroup>
      </div>
    </Part>
  </>
);
