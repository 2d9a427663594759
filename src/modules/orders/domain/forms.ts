import type { ActionRow, Field, Form, FormFacts, Text } from "./actions/row.ts";
import { readByOtherSide } from "./entries-and-events.ts";
import { type Action, actions, actionTable, isAction } from "./lifecycle.ts";

const withEvidence: readonly string[] = [
  "open-dispute",
  "answer-dispute",
  "appeal-decision",
] satisfies readonly Action[];

/** Whether a step accepts evidence files. */
export const takesEvidence = (action: string): boolean => withEvidence.includes(action);

type Kind = "C" | "W" | "A";
type PageForm = Extract<Form<Field>, { fields: unknown }>;

type WithHint = Extract<Field, { label: string }>;
export type ShownField = Exclude<Field, WithHint> | ShownHint<WithHint>;
type ShownHint<F> = F extends WithHint ? Omit<F, "hint"> & { hint?: string } : never;

/** A form as a page shows it, with all texts filled in for its order. */
export type ShownForm = Pick<PageForm, "label" | "opens" | "tone" | "busy" | "back"> & {
  action: Action;
  title?: string;
  intro?: string;
  send: string;
  fields: readonly ShownField[];
  /** The other one of client and writer reads what is typed. */
  toOther: boolean;
};

const formOf = (action: string, kind: Kind): Form<Field> | undefined => {
  if (!isAction(action)) return undefined;
  const { forms }: ActionRow = actionTable[action];
  return forms?.[kind];
};

/** The form of an action on the order's page; undefined where it has none, or one elsewhere. */
export const pageForm = (action: string, kind: Kind): PageForm | undefined => {
  const form = formOf(action, kind);
  return form?.opens === "elsewhere" ? undefined : form;
};

/** The forms of these actions on the order's page, in the order of the table. */
export const shownForms = (allowed: ReadonlySet<Action>, kind: Kind, facts: FormFacts): readonly ShownForm[] =>
  actions.flatMap((action) => {
    const form = allowed.has(action) && pageForm(action, kind);
    return form ? [{ ...shown(action, form, facts), toOther: readByOtherSide(action, kind) }] : [];
  });

const shown = (action: Action, form: PageForm, facts: FormFacts): Omit<ShownForm, "toOther"> => {
  const say = (text: Text | undefined) => (typeof text === "function" ? text(facts) : text);
  const { label, opens, tone, busy, back } = form;
  return {
    ...{ action, label, opens, tone, busy, back },
    title: say(form.title),
    intro: say(form.intro),
    send: say(form.send) ?? label,
    fields: form.fields.map((field) => ("label" in field ? { ...field, hint: say(field.hint) } : field)),
  };
};

/** What the page says after an action; undefined for other words in the address. */
export const doneMessage = (action: string, kind: Kind): string | undefined => formOf(action, kind)?.done ?? undefined;

/** Where an action leaves nothing to show, the order's page is not the place to go. */
export const leavesPage = (action: string, kind: Kind): boolean => formOf(action, kind)?.done === null;

/** What is typed into a group of fields. */
const groupLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  change: {
    deadlineDate: "New date",
    deadlineTime: "Time",
    pages: "Pages",
    citedSources: "Cited sources",
    changeSeenCents: "Total",
  },
  counter: {
    price: "Your price in US dollars",
    deadlineDate: "Date",
    deadlineTime: "Time",
    text: "What should be different",
  },
  work: { text: "The work as text", note: "A note to the client", files: "Files" },
};

/** The labels of what a person types into the form of an action, by the field's name. */
export const fieldLabels = (action: string, kind: Kind): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...(pageForm(action, kind)?.fields ?? []).map((field) =>
      "label" in field ? { [field.name]: field.label } : groupLabels[field.kind],
    ),
  );
