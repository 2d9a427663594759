import { Button, IconButton, LinkButton } from "#src/ui/button.tsx";
import { ErrorSummary } from "#src/ui/error-summary.tsx";
import { Field } from "#src/ui/field.tsx";
import { Icon, Lock, Plus, X } from "#src/ui/icons.tsx";
import { BareSelect, Input, SearchInput, Select, Textarea } from "#src/ui/inputs.tsx";
import { PasswordInput } from "#src/ui/password-input.tsx";
import { Part } from "./part.tsx";

const errors = {
  "demo-pages": "Write a number from 1.",
  "demo-deadline": "This time is in the past. Choose a later one.",
};

export const DesignFields = () => (
  <>
    <Part title="Form errors" wide="w7">
      <div className="stack [--gap:20px]">
        <ErrorSummary errors={errors} labels={{ "demo-pages": "Pages", "demo-deadline": "Deadline" }} />
        <div className="grid-2">
          <Field name="demo-pages" label="Pages" error={errors["demo-pages"]}>
            <Input defaultValue="0" />
          </Field>
          <Field name="demo-deadline" label="Deadline" error={errors["demo-deadline"]}>
            <Input defaultValue="Tue 10 March, 09:00" />
          </Field>
          <Field name="demo-title" label="Title or question" hint="Copy the exact words from your task.">
            <Input placeholder="Nothing yet" />
          </Field>
          <Field
            name="demo-mail"
            label="E-mail"
            help={
              <>
                <Icon of={Lock} />
                <span>Comes from your account</span>
              </>
            }
          >
            <Input defaultValue="linh.tran@example.com" disabled />
          </Field>
        </div>
        <Field name="demo-brief" label="Instructions for the writer" optional hint="Write in any language.">
          <Textarea defaultValue="Compare Vienna and Berlin." />
        </Field>
        <div className="grid-2">
          <Field name="demo-subject" label="Subject">
            <Select choices={["History", "Psychology"].map((value) => ({ value, label: value }))} />
          </Field>
          <Field name="demo-password" label="Password">
            <PasswordInput defaultValue="paper boat in the rain" autoComplete="off" />
          </Field>
        </div>
      </div>
    </Part>
    <Part title="Buttons" wide="w5">
      <div className="row [--gap:12px]">
        <Button type="button">Default</Button>
        <Button type="button" busy>
          Sending
        </Button>
        <Button type="button" disabled>
          Disabled
        </Button>
      </div>
      <div className="row mt-3 [--gap:12px]">
        <Button type="button" variant="outline">
          Outline
        </Button>
        <Button type="button" variant="outline" busy>
          Saving
        </Button>
        <Button type="button" variant="quiet">
          Quiet
        </Button>
        <Button type="button" variant="danger">
          Cancel order
        </Button>
      </div>
      <div className="row mt-3 [--gap:12px]">
        <Button type="button" small icon={Plus}>
          New order
        </Button>
        <LinkButton to="/order" small variant="outline">
          A link
        </LinkButton>
        <IconButton icon={X} label="Remove" />
      </div>
      <div className="filters dense mt-6">
        <SearchInput aria-label="Search orders" placeholder="Number, title or e-mail" />
        <BareSelect name="service" aria-label="Service" choices={[{ value: "", label: "All services" }]} />
      </div>
    </Part>
  </>
);
