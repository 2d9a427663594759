import { deadlineRefusal } from "#src/modules/pricing/index.ts";
import { isZone } from "#src/shared/zone.ts";
import { Field } from "#src/ui/field.tsx";
import { Input } from "#src/ui/inputs.tsx";
import { OwnMoment } from "#src/ui/moment/own-moment.tsx";
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
export const CustomParts = (props: Props) => (
  <>
    <Work {...props} />
    <Deadline {...props} />
  </>
);
