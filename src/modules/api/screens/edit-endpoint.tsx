import { Form, useNavigation } from "react-router";
import type { RefusedForm } from "#src/shared/outcome.ts";
import { Button } from "#src/ui/button.tsx";
import type { EndpointLine } from "../webhooks/endpoint-list.ts";
import { EndpointFields } from "./endpoint-fields.tsx";

type EditProps = { of: EndpointLine; answer: RefusedForm | undefined; demo: boolean };

/** The form with which a webhook gets another address or other events. */
export const EditEndpoint = ({ of: { url, events, version }, answer, demo }: EditProps) => {
  const { errors = {}, values = {} } = answer ?? {};
  const busy = useNavigation().formData?.get("step") === "edit";
  return (
    <Form method="post" className="stack [--gap:20px]" key={version}>
      <input type="hidden" name="version" value={version} />
      <EndpointFields
        url={values.url ?? url}
        events={values.events?.split(" ") ?? events}
        errors={errors}
        demo={demo}
      />
      <Button name="step" value="edit" busy={busy} className="self-start">
        {busy ? "Saving" : "Save"}
      </Button>
    </Form>
  );
};
