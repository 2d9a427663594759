import { useEffect } from "react";
import { data } from "react-router";
import { tabTitle } from "#src/modules/operator/index.screens.ts";
import { refusedForm, textsOf } from "#src/platform/refused-form.ts";
import { requestContext } from "#src/platform/request-context.ts";
import { Button } from "#src/ui/button.tsx";
import { useRadios } from "#src/ui/choices.tsx";
import { FieldGroup } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { changeTheme, requirePerson } from "../../index.server.ts";
import { type FormAnswer, withCookies } from "../../screens/answers.server.ts";
import type { Route } from "./+types/theme.ts";
import { Answer, Part, SetRow, useSending } from "./part.tsx";

const choices = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "system", label: "As the device" },
] as const;

const Half = ({ className }: { className: string }) => (
  <g className={className}>
    <rect className="fill-(--ground)" width="160" height="96" />
    <path className="fill-none stroke-(--print) stroke-4" d="M20 26h56M20 42h120M20 54h104" />
    <rect className="fill-(--hand)" x="20" y="68" width="44" height="14" rx="2" />
  </g>
);

/** A page in small; the last one is half and half. */
const Miniature = ({ theme }: { theme: string }) => (
  <svg
    className="theme-page w-full rounded-sm border border-edge group-has-checked:border-pen group-has-checked:outline-1 group-has-checked:outline-pen"
    viewBox="0 0 160 96"
    aria-hidden="true"
  >
    <Half className={theme === "dark" ? "dark" : "light"} />
    {theme === "system" && (
      <svg x="80" width="80" height="96" viewBox="80 0 80 96" aria-hidden="true">
        <Half className="dark" />
      </svg>
    )}
  </svg>
);

/** Three small pages to choose from, inside a FieldGroup. */
const ThemeChoices = ({ theme }: { theme: string }) => (
  <div className="themes grid [&_input]:size-5 [&_input]:flex-none grid-cols-3 gap-4 max-[480px]:gap-2.5">
    {useRadios({ choices, defaultValue: theme }).map(({ choice, id, input }) => (
      <label
        key={choice.value}
        htmlFor={id}
        className="group block cursor-pointer has-checked:font-semibold has-checked:text-pen"
      >
        <Miniature theme={choice.value} />
        <span className="flex min-h-11 items-center gap-2.5 max-[480px]:items-start max-[480px]:gap-2 max-[480px]:pt-2 max-[480px]:text-[1rem]/[1.375rem]">
          {input}
          {choice.label}
        </span>
      </label>
    ))}
  </div>
);

/** The theme of this browser, which may differ from the one that new browsers get. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  return { theme: ctx.theme };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  requirePerson(ctx, request);
  const { theme = "" } = await textsOf(request);
  const changed = await changeTheme(ctx, { theme });
  if (!changed.ok) return refusedForm(changed);
  const saved: FormAnswer = { saved: true, values: { theme } };
  return data(saved, { headers: withCookies([changed.value.cookie]) });
}

export const meta: Route.MetaFunction = ({ matches }) => tabTitle("Appearance", matches);

/** The server's answer set the cookie; this page follows without being loaded again. */
const show = (theme: string): void => {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
};

export default function Theme({ loaderData: { theme }, actionData }: Route.ComponentProps) {
  const busy = useSending();
  const answer: FormAnswer | undefined = actionData;
  const chosen = answer?.values?.theme ?? theme;
  useEffect(() => {
    if (answer?.saved) show(chosen);
  }, [answer, chosen]);
  return (
    <Part title="Appearance" lede="Light or dark pages. New browsers get the same when you sign in.">
      <Answer answer={answer} labels={{ theme: "Appearance" }} />
      <SetRow id="pages" title="Pages" says="Day or night, or what your device says.">
        <Form method="post" className="stack [--gap:28px]">
          <FieldGroup name="theme" label="Pages are" error={actionData?.errors?.theme}>
            <ThemeChoices theme={chosen} />
          </FieldGroup>
          <div>
            <Button busy={busy}>{busy ? "Saving" : "Save changes"}</Button>
          </div>
        </Form>
      </SetRow>
    </Part>
  );
}
