import { useRef, useState } from "react";
import { deadlineRefusal } from "#src/modules/pricing/index.ts";
import { isZone } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { OwnMoment } from "#src/ui/moment/own-moment.tsx";
import { BreakdownNote, PriceBreakdown } from "#src/ui/price-breakdown.tsx";
import { useSent } from "#src/ui/use-sent.ts";
import { suggestedChecklist } from "../../index.ts";
import { BriefParts, type BriefProps, HiddenFields, Part } from "./brief-parts.tsx";
import { filesOf } from "./form-files.ts";
import { AskPersonAfter, RefusedOrder } from "./form-notices.tsx";
import type { DraftOnServer } from "./prefill.server.ts";
import type { Again } from "./submit-order.server.ts";
import { UnsentNotice } from "./unsent.tsx";
import { DraftNote, useDraft } from "./use-draft.tsx";
import { useFormErrors } from "./use-form-errors.ts";

type Props = Pick<BriefProps, "values" | "errorOf"> & { zone: string; zoneKnown: boolean; now: Date };

const Work = ({ values, errorOf }: Props) => (
  <Part title="The work">
    <Field name="subject" label="Subject" optional error={errorOf("subject")}>
      <Input defaultValue={values.subject} maxLength={200} />
    </Field>
    <div className="grid-2">
      <Field name="pages" label="Pages" hint="If the work has pages." optional error={errorOf("pages")}>
        <Input inputMode="numeric" autoComplete="off" maxLength={10} defaultValue={values.pages} />
      </Field>
    </div>
  </Part>
);

const Deadline = ({ values, errorOf, zone, zoneKnown, now }: Props) => (
  <Part title="Deadline">
    <OwnMoment
      label="When do you need it?"
      start={{
        date: values.deadlineDate ?? "",
        time: values.deadlineTime ?? "",
        zone: [values.deadlineZone ?? "", zone].find(isZone) ?? "UTC",
      }}
      none="No date yet"
      {...{ now, zoneKnown, errorOf }}
      refusalAt={(at) => deadlineRefusal(at, { now, minimumLeadHours: 0 })}
    />
  </Part>
);

/** What is known of custom work: nothing here must be answered. */
const CustomParts = (props: Props) => (
  <>
    <Work {...props} />
    <Deadline {...props} />
  </>
);

const suggested = suggestedChecklist({ pages: 0, wordCount: 0, citedSources: 0, files: 0 }).join("\n");

type Loaded = Pick<BriefProps, "values" | "countries" | "texts" | "guessedCountry" | "laws" | "writing"> & {
  person: string | null;
  idempotencyKey: string;
  zone: string;
  zoneKnown: boolean;
  now: string;
  onServer: DraftOnServer | null;
} & Parameters<typeof filesOf>[0];

/** A request for work without a price list: what it is, when it is needed, and the same brief as every order. */
export const CustomForm = ({ loaded, answer }: { loaded: Loaded; answer: Again | undefined }) => {
  const form = useRef<HTMLFormElement>(null);
  const [firstKey] = useState(loaded.idempotencyKey);
  const key = answer?.values.idempotencyKey ?? firstKey;
  const busy = useSent() !== undefined;
  const kept = useDraft(form, {
    person: loaded.person,
    fresh: !answer,
    unsent: answer?.unsent ?? false,
    onServer: loaded.onServer,
  });
  const values = { ...loaded.values, ...answer?.values };
  const { onBlur, onInput, errorOf, errors } = useFormErrors({ form, live: null, checked: false, answer });
  return (
    <>
      <RefusedOrder answer={answer} errors={errors} />
      {answer?.unsent && !busy && <UnsentNotice form={form} kept={kept !== null} />}
      <Form ref={form} method="post" className="split-form mt-10" noValidate onBlur={onBlur} onInput={onInput}>
        <div>
          <HiddenFields fields={{ service: "custom", idempotencyKey: key }} />
          <CustomParts
            values={values}
            errorOf={errorOf}
            zone={loaded.zone}
            zoneKnown={loaded.zoneKnown}
            now={new Date(loaded.now)}
          />
          <BriefParts
            values={values}
            errorOf={errorOf}
            countries={loaded.countries}
            guessedCountry={loaded.guessedCountry}
            laws={loaded.laws}
            texts={loaded.texts}
            suggested={suggested}
            writing={loaded.writing}
            files={filesOf(loaded, key)}
          />
        </div>
        <aside className="sticky" aria-label="Price">
          <PriceBreakdown title="Your price">
            <p className="mt-4">This work has no price yet. A person reads your request and sends you one.</p>
            <Button block className="mt-5" busy={busy}>
              {busy ? "Sending the request" : "Send the request"}
            </Button>
            <BreakdownNote>You pay nothing before you have seen the price.</BreakdownNote>
          </PriceBreakdown>
          <AskPersonAfter answer={answer} />
          <p className="small muted mt-4">
            <DraftNote kept={kept} person={loaded.person} />
            {!loaded.person && "You sign in before the request is sent. What you typed stays."}
          </p>
        </aside>
      </Form>
    </>
  );
};
