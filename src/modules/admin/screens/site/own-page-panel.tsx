import type { OwnSource } from "#src/modules/operator/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { RadioList } from "#src/ui/radio-lists.tsx";
import type { PageEditor } from "../../pages/page-editor.ts";

export const placeLabels = {
  footer: { label: "In the footer", note: "Under “Quick links”, on every public page." },
  menu: { label: "In the menu", note: "At the top of every public page. There is room for six links." },
  address: { label: "By its address alone", note: "Only links that you write yourself lead to it." },
} as const;

const choices = Object.entries(placeLabels).map(([value, words]) => ({ value, ...words }));

type FieldsProps = { begun: OwnSource; errors: Record<string, string> };

/** What a page of the operator's own is called, and where visitors find it. */
export const OwnPageFields = ({ begun, errors }: FieldsProps) => (
  <Panel title="Name, address and place" pad>
    <Field
      name="label"
      label="Name"
      help="As links show it. At most 40 characters, in the menu 20."
      error={errors.label}
    >
      <Input defaultValue={begun.label} />
    </Field>
    <Field
      name="slug"
      label="Address"
      help="The part after /pages/. When you change it, the old address leads to the new one."
      error={errors.slug}
      className="mt-4"
    >
      <Input defaultValue={begun.slug} translate="no" autoCapitalize="none" spellCheck={false} />
    </Field>
    <FieldGroup name="place" label="Where visitors find it" error={errors.place} className="mt-4">
      <RadioList choices={choices} defaultValue={begun.place} />
    </FieldGroup>
  </Panel>
);

const Step = ({ step, children }: { step: string; children: string }) => (
  <Form method="post">
    <Button name="step" value={step} variant="outline" small>
      {children}
    </Button>
  </Form>
);

/** Taking a page of the operator's own off the site, putting it back, and deleting it. */
export const OwnPageSteps = ({ editor: { label, own, versions } }: { editor: PageEditor }) =>
  own && (
    <div className="mt-6">
      <Panel title="This page" pad>
        <p className="soft">
          {own.shown
            ? "Visitors can read this page. If you take it off the site, its text and its versions stay here."
            : "Visitors cannot read this page."}
        </p>
        <div className="row mt-4 [--gap:12px]">
          {own.shown && <Step step="hide">Take it off the site</Step>}
          {!own.shown && versions.length > 1 && <Step step="show">Show it again</Step>}
          <Confirm label="Delete the page" title={`Delete “${label}”?`} variant="danger" small>
            <p className="soft">
              Its text, its versions and your draft are deleted, and its address leads nowhere. This cannot be undone.
            </p>
            <Form method="post">
              <ConfirmActions keep="Keep the page">
                <Button name="step" value="delete" variant="danger" small>
                  Delete the page
                </Button>
              </ConfirmActions>
            </Form>
          </Confirm>
        </div>
      </Panel>
    </div>
  );
