import { type ComponentProps, useState } from "react";
import { Form as RouterForm, useRouteLoaderData } from "react-router";
import { formOwnerField } from "#src/shared/viewer.ts";

/** Null: the page does not know who looks, because its root failed. */
const usePagePerson = (): string | null => {
  const root = useRouteLoaderData<{ person: { id: string } | null }>("root");
  return root ? (root.person?.id ?? "") : null;
};

/**
 * Whose page a form stands on: the account's id, "" for a guest. It stays the one that opened the form, also when the
 * page's data is read anew under another session. For forms that a script sends field by field.
 */
export const useFormOwner = (): Record<string, string> => {
  const [owner] = useState(usePagePerson());
  return owner === null ? {} : { [formOwnerField]: owner };
};

const Owner = ({ owner }: { owner: string | undefined }) =>
  owner !== undefined && <input type="hidden" name={formOwnerField} value={owner} />;

/** In each posted form that is no `Form` of this file. */
export const FormOwner = () => <Owner owner={useFormOwner()[formOwnerField]} />;

/** In forms of the frame, in which nobody types: they belong to who is shown there now. */
export const FrameFormOwner = () => <Owner owner={usePagePerson() ?? undefined} />;

/**
 * React Router's form that says whose page it stands on; the server refuses it under another session
 * (http/body/form-owner.tsx). The field is the last one: styles count what comes before.
 */
export const Form = ({ children, ...rest }: ComponentProps<typeof RouterForm>) => (
  <RouterForm {...rest}>
    {children}
    {rest.method?.toLowerCase() === "post" && <FormOwner />}
  </RouterForm>
);
