import { redirect } from "react-router";
import { notFound, type Outcome, type Refusal } from "#src/shared/outcome.ts";
import { redirectWithFlash } from "./flash.ts";

/**
 * Carries a step out. An outcome is answered as the step declares; a response, or an answer of its own (a page with a
 * secret that is shown once), is given as it is.
 */
type Run<Sent, Own extends object> = (sent: Sent) => Promise<Outcome<unknown> | Response | Own>;

/** A step that declares more than what it does. */
type Declared<Sent, Own extends object> = {
  run: Run<Sent, Own>;
  /** Where it leads when it is done: another page ("/admin/writers"), or what follows the page's address ("#money"). */
  to?: string | ((sent: Sent) => string);
  /** The word of what was done, for the next page (see `redirectWithFlash`); null: none. Otherwise the step's name. */
  flash?: string | null | ((sent: Sent) => string | null);
  /** Names of its fields for people, by name of the field: for when the form is gone after a refusal. */
  labels?: Readonly<Record<string, string>>;
};

/** One step that a form of a page posts; a function alone leads back to the page, which says the step's name. */
export type PostedStep<Sent, Own extends object = never> = Run<Sent, Own> | Declared<Sent, Own>;

/** The steps of a page, by the name that its forms send. `Sent`: what was posted, with who posted it and about what. */
export type PostedSteps<Sent, Own extends object = never> = Readonly<Record<string, PostedStep<Sent, Own>>>;

const declared = <Sent, Own extends object>(step: PostedStep<Sent, Own>): Declared<Sent, Own> =>
  typeof step === "function" ? { run: step } : step;

/** The step of this name; undefined where the page has none, also for the names that every object has. */
export function stepNamed<Sent, Own extends object>(
  steps: PostedSteps<Sent, Own>,
  name: string,
): Declared<Sent, Own> | undefined {
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  return step && declared(step);
}

type Page<Sent, Own extends object, Again> = {
  /** The address of the page whose form was posted. */
  page: string;
  /** The form again, with everything that was typed. */
  again: (refusal: Refusal, labels: Declared<Sent, Own>["labels"]) => Again;
  /** For every name that is not in the table; otherwise such a name is refused as not found. */
  others?: PostedStep<Sent, Own> | undefined;
};

/**
 * Carries out the step of this name and answers its form: 303 to where the step leads when it is done, the form again
 * when it is refused.
 */
export async function answerStep<Sent, Again, Own extends object = never>(
  steps: PostedSteps<Sent, Own>,
  name: string,
  sent: Sent,
  { page, again, others }: Page<Sent, Own, Again>,
): Promise<Response | Again | Own> {
  const step = stepNamed(steps, name) ?? (others && declared(others));
  if (!step) return again(notFound(), undefined);
  const { run, to = "", flash = name, labels } = step;
  const result = await run(sent);
  if (result instanceof Response || !isOutcome(result)) return result;
  if (!result.ok) return again(result, labels);
  const place = typeof to === "function" ? to(sent) : to;
  const address = place.startsWith("/") ? place : page + place;
  const word = typeof flash === "function" ? flash(sent) : flash;
  return word === null ? redirect(address, 303) : redirectWithFlash(address, word);
}

const isOutcome = (result: object): result is Outcome<unknown> => "ok" in result;
