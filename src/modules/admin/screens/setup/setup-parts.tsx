import { useRef, useState } from "react";
import { Button, LinkButton } from "#src/ui/button.tsx";
import { CopyButton } from "#src/ui/copy-button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Status, TagMark } from "#src/ui/status.tsx";
import { useFlash, useSent } from "#src/ui/use-sent.ts";
import type { BrowserAnswer } from "../../setup/checks.ts";
import type { SetupGroup, SetupStep } from "../../setup/setup-step.ts";

const states = {
  done: { shape: "check", tone: "ok", label: "Done" },
  todo: { shape: "clock", tone: "you", label: "To do" },
  optional: { shape: "dashed", tone: "off", label: "Optional" },
} as const;

const doneLabels: Readonly<Record<string, string>> = {
  open: "Your shop is open. Clients can order now.",
  close: "The shop is closed for new orders.",
  protection: "Kept. The hours can be changed at any time.",
  prices: "Kept. Prices can be changed at any time.",
  mail: "Checked. The answer is beside “E-mail sender”.",
  files: "Checked. The answer is beside “Storage of files”.",
  address: "Checked. The answer is beside “Address and TLS”.",
  stripe: "Checked. The answer is beside “Card by Stripe”.",
  paypal: "Checked. The answer is beside “PayPal”.",
};

/** What the last step of the guide did, or why it did nothing. */
export const SetupAnswer = ({ flash, refused }: { flash: string; refused: string | undefined }) => {
  const did = useFlash(flash || null);
  const title = refused ?? (did && Object.hasOwn(doneLabels, did) ? doneLabels[did] : undefined);
  return title ? <Notice tone={refused ? "bad" : "ok"} live title={title} className="mb-4" /> : null;
};

/** A line to copy whole. */
export const CopyLine = ({ label, value }: { label: string; value: string }) => (
  <div className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-sm border border-edge bg-ground py-2 pr-2 pl-4">
    <div>
      <span className="small muted block">{label}</span>
      <code className="wrap-anywhere" translate="no">
        {value}
      </code>
    </div>
    <CopyButton value={value} what={label} wide />
  </div>
);

/** A button that posts one step of the guide; the one that was pressed is busy until its answer is there. */
export const StepButton = ({
  step,
  label,
  about,
  primary,
}: {
  step: string;
  label: string;
  about?: string;
  primary?: boolean;
}) => {
  const sent = useSent();
  return (
    <Form method="post" preventScrollReset>
      <Button
        small
        variant={primary ? "primary" : "outline"}
        name="step"
        value={step}
        busy={sent?.get("step") === step}
        aria-label={about && `${label}: ${about}`}
        className="w-full"
      >
        {label}
      </Button>
    </Form>
  );
};

type OwnAddress = { base: string; path: string; answer: string };

/** What this browser finds at the shop's own address. */
async function askFromHere({ base, path, answer }: OwnAddress): Promise<BrowserAnswer> {
  if (location.origin !== base) return "elsewhere";
  try {
    const found = await fetch(base + path, {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(10_000),
    });
    return (await found.text()) === answer ? "same" : "other";
  } catch {
    return "failed";
  }
}

/** The browser asks the address first, where scripts run; then the server does. */
const AddressButton = ({ own, label, primary }: { own: OwnAddress; label: string; primary: boolean }) => {
  const sent = useSent();
  const found = useRef<HTMLInputElement>(null);
  const [asks, setAsks] = useState(false);
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        const [field, form] = [found.current, event.currentTarget];
        const button = event.nativeEvent.submitter;
        if (!button || field?.value !== "") return;
        event.preventDefault();
        setAsks(true);
        void askFromHere(own).then((answer) => {
          field.value = answer;
          form.requestSubmit(button);
          field.value = "";
          setAsks(false);
        });
      }}
    >
      <input ref={found} type="hidden" name="browser" defaultValue="" />
      <Button
        small
        variant={primary ? "primary" : "outline"}
        name="step"
        value="address"
        busy={asks || sent?.get("step") === "address"}
        aria-label={`${label}: Address and TLS`}
        className="w-full"
      >
        {label}
      </Button>
    </Form>
  );
};

type RowProps = { step: SetupStep; primary: boolean; short?: boolean; own?: OwnAddress };

/** On the overview, whose form is another one, a step of the guide itself leads to the guide. */
const StepAction = ({ step: { key, title, state, button }, primary, short, own }: RowProps) =>
  key === "address" && own ? (
    <AddressButton own={own} label={button.label} primary={primary} />
  ) : "to" in button || short ? (
    <LinkButton
      to={"to" in button ? button.to : "/setup"}
      small
      variant={primary ? "primary" : state === "done" ? "quiet" : "outline"}
      aria-label={`${button.label}: ${title}`}
      className={state === "done" && !primary ? "-mx-3.5 max-md:justify-self-start" : "max-md:w-full"}
    >
      {button.label}
    </LinkButton>
  ) : (
    <StepButton step={button.step} label={button.label} about={title} primary={primary} />
  );

/** One step: its state, what it is for, what the shop knows, and one button. `short`: as a line of the overview. */
export const StepRow = ({ step, primary, short, own }: RowProps) => (
  <li className="grid grid-cols-1 gap-x-5 gap-y-1 border-t border-rule px-5 py-3.5 md:grid-cols-[5.75rem_minmax(0,1fr)_auto]">
    <div className="pt-px">
      <Status shape={states[step.state].shape} tone={states[step.state].tone}>
        {states[step.state].label}
      </Status>
    </div>
    <div className="min-w-0">
      <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-base font-semibold">
        {step.title}
        {step.needed && <TagMark>needed to open</TagMark>}
      </h3>
      {!short && <p className="small soft">{step.mean}</p>}
      <p className="small muted wrap-anywhere">{step.fact}</p>
    </div>
    <div className="grid content-center gap-1 max-md:mt-2 md:min-w-30 md:justify-items-end">
      <StepAction step={step} primary={primary} short={short ?? false} {...(own && { own })} />
      {step.also && (
        <LinkButton to={step.also.to} small variant="quiet">
          {step.also.label}
        </LinkButton>
      )}
    </div>
  </li>
);

const doneIn = ({ steps }: SetupGroup): number => steps.filter(({ state }) => state === "done").length;

/** "6 of 13 steps done" and the same by group. */
export const SetupProgress = ({
  groups,
  progress: { done, all, toDo, optional },
}: {
  groups: readonly SetupGroup[];
  progress: { done: number; all: number; toDo: readonly unknown[]; optional: number };
}) => (
  <>
    <p className="num mb-3 flex items-baseline gap-2">
      <span className="font-serif text-[2.25rem] leading-none">{`${done} of ${all}`}</span>{" "}
      <span className="soft">steps done</span>
    </p>
    <dl className="max-md:hidden">
      {groups.map((group) => (
        <div key={group.title} className="flex justify-between gap-3 border-t border-rule py-2">
          <dt>{group.title}</dt>
          <dd className="num flex items-center gap-2 soft">
            <span className="flex gap-0.5" aria-hidden="true">
              {group.steps.map(({ key, state }) => (
                <i
                  key={key}
                  className={`size-3 rounded-[2px] border border-ink-2 ${state === "done" ? "bg-ink-2" : ""}`}
                />
              ))}
            </span>
            {`${doneIn(group)} of ${group.steps.length}`}
          </dd>
        </div>
      ))}
    </dl>
    <p className="small soft mt-3">
      {`${toDo.length} to do, ${optional} optional. The shop itself knows which steps are done. You do not have to tick anything.`}
    </p>
  </>
);

export const groupDone = (group: SetupGroup): string => `${doneIn(group)} of ${group.steps.length} done`;
