import { useEffect, useState } from "react";
import { isZone } from "#src/shared/zone.ts";
import { zoneChoices } from "#src/shared/zone-choices.ts";
import { Field } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Input, Select } from "#src/ui/inputs.tsx";
import type { BriefProps } from "./brief-parts.tsx";
import { Part } from "./part.tsx";

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

/** The zone of the form, or the browser's own once scripts run and nobody chose one. */
const useZone = ({ values, zone, zoneKnown }: Props) => {
  const [chosen, choose] = useState(values.deadlineZone || zone);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!zoneKnown && isZone(own)) choose(own);
  }, [zoneKnown]);
  return { chosen, choose };
};

const Deadline = (props: Props) => {
  const { values, errorOf, now } = props;
  const { chosen, choose } = useZone(props);
  return (
    <Part title="Deadline">
      <div className="grid grid-cols-[1.3fr_1fr] gap-x-4 gap-y-5 sm:grid-cols-[1fr_1fr_1.25fr] sm:gap-x-6">
        <Field name="deadlineDate" label="Date" optional error={errorOf("deadlineDate")}>
          <Input type="date" defaultValue={values.deadlineDate} />
        </Field>
        <Field name="deadlineTime" label="Time" optional error={errorOf("deadlineTime")}>
          <Input type="time" defaultValue={values.deadlineTime} />
        </Field>
        <Field name="deadlineZone" label="Time zone" error={errorOf("deadlineZone")} className="max-sm:col-span-2">
          <Select
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value)}
            choices={zoneChoices(useHydrated(), chosen, now)}
          />
        </Field>
      </div>
    </Part>
  );
};

/** What is known of custom work: nothing here must be answered. */
export const CustomParts = (props: Props) => (
  <>
    <Work {...props} />
    <Deadline {...props} />
  </>
);
