import { type AiUse, aiUseLabels } from "#src/modules/orders/index.ts";
import { Checkbox, Segmented } from "#src/ui/choices.tsx";
import { Field, FieldGroup } from "#src/ui/field.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Textarea } from "#src/ui/inputs.tsx";
import type { PartsProps } from "./pack-fields.tsx";

const uses = (Object.keys(aiUseLabels) as AiUse[]).map((value) => ({ value, label: aiUseLabels[value] }));

/** What AI tools were used for, and where the sources are from. The client and Support see it with the version. */
export const DeclarationFields = ({ texts, first, errors }: Omit<PartsProps, "facts">) => {
  const scripts = useHydrated();
  const used = texts.aiUse === "language" || texts.aiUse === "content";
  return (
    <div className="stack [--gap:20px]">
      <FieldGroup
        name="aiUse"
        label="AI tools were used for"
        help="If one was used, you say which and for what. The client sees this."
        error={errors.aiUse}
      >
        <Segmented choices={uses} defaultValue={first.aiUse} />
      </FieldGroup>
      <Field
        name="aiDetail"
        label="Which tool, and for what"
        optional={!used}
        error={errors.aiDetail}
        className={scripts && !used && !errors.aiDetail ? "hidden" : undefined}
      >
        <Textarea rows={2} maxLength={2_000} defaultValue={first.aiDetail} />
      </Field>
      <fieldset className="field">
        <legend className="label">Sources</legend>
        <Checkbox name="sourcesRead" value="on" defaultChecked={first.sourcesRead === "on"} error={errors.sourcesRead}>
          Every source exists, and I read what I cite from it
        </Checkbox>
        <Checkbox name="ownWork" value="on" defaultChecked={first.ownWork === "on"} error={errors.ownWork}>
          I wrote this for this order, and gave it to nobody else
        </Checkbox>
      </fieldset>
    </div>
  );
};
