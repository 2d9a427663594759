import { useEffect, useRef } from "react";
import {
  type Contrasts,
  type Judged,
  leastContrast,
  lightColours,
  readColour,
  surfaces,
  type ThemeColours,
} from "#src/modules/operator/index.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { fieldId } from "#src/ui/field.tsx";
import { ArrowRight, CircleAlert, CircleCheck, Icon } from "#src/ui/icons.tsx";
import { Status } from "#src/ui/status.tsx";
import { BrandRow } from "./marks-panel.tsx";

const swatch =
  "size-7 flex-none rounded-xs border border-edge outline-offset-2 outline-pen group-has-focus-visible:outline-2";

/** A colour to look at; its words stand beside it. */
export const Swatch = ({ colour }: { colour: string }) => (
  <svg className={swatch} viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" fill={colour} />
  </svg>
);

const id = fieldId("colour");

type Props = {
  typed: string;
  judged: Judged;
  published: string;
  /** While somebody types or picks. */
  onType: (colour: string) => void;
  /** A colour that is taken as a whole. */
  onChoose: (colour: string) => void;
};

const uses = [
  { of: "button", label: "Text on the button" },
  { of: "link", label: "Links on the page" },
  { of: "tint", label: "The chosen row" },
] as const satisfies readonly { of: keyof Contrasts; label: string }[];

/** Never rounded up to what it has to be. */
const oneDigit = (contrast: number): string =>
  (contrast < leastContrast ? Math.min(contrast, leastContrast - 0.1) : contrast).toFixed(1);

const Sample = ({ ground, ink }: { ground: string; ink: string }) => (
  <svg className="h-6.5 w-9 rounded-xs border border-rule-strong" viewBox="0 0 36 26" aria-hidden="true">
    <rect width="36" height="26" fill={ground} />
    <text x="18" y="18" textAnchor="middle" fill={ink} className="[font:600_14px_var(--font-sans)]">
      Aa
    </text>
  </svg>
);

const Theme = ({ title, of, theme }: { title: string; of: ThemeColours; theme: keyof typeof surfaces }) => {
  const { pen, tint } = of.shades;
  const { onPen, ground } = surfaces[theme];
  const samples = {
    button: { ground: pen, ink: onPen },
    link: { ground, ink: pen },
    tint: { ground: tint, ink: pen },
  };
  return (
    <div className="border-rule px-5 pt-3 pb-3.5 max-md:not-first:border-t md:not-first:border-l">
      <h3 className="mb-1 text-sm/5 font-semibold text-ink-3">{title}</h3>
      <ul>
        {uses.map(({ of: use, label }) => {
          const passes = of.contrasts[use] >= leastContrast;
          return (
            <li
              key={use}
              className="grid min-h-9 grid-cols-[14px_36px_minmax(0,1fr)_auto] items-center gap-2.5 text-sm/5"
            >
              <Status shape={passes ? "check" : "alert"}>
                <span className="vh">{passes ? "passes" : "fails"}</span>
              </Status>
              <Sample {...samples[use]} />
              <span>{label}</span>
              <b className="num font-semibold">{oneDigit(of.contrasts[use])}</b>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

const verdictLine = "mt-1.5 flex gap-1.5 text-sm/5 font-medium";

const Verdict = ({ judged }: { judged: Judged }) => (
  <div aria-live="polite" id={`${id}-verdict`}>
    {judged.ok ? (
      <p className={cx(verdictLine, "text-ok")}>
        <Icon of={CircleCheck} className="size-5" />
        Readable in light and dark
      </p>
    ) : (
      <p className={cx(verdictLine, "text-error")}>
        <Icon of={CircleAlert} className="size-5" />
        {judged.why}
      </p>
    )}
  </div>
);

const Offer = ({ judged, onTake }: { judged: Judged; onTake: (colour: string) => void }) => {
  if (judged.ok || !judged.offer || !judged.colour) return null;
  const { offer } = judged;
  const { button, link, tint } = lightColours(offer).contrasts;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-t border-rule-strong px-5 py-3.5 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="inline-flex items-center gap-1.5" aria-hidden="true">
        <Swatch colour={judged.colour} />
        <Icon of={ArrowRight} className="size-4 text-ink-3" />
        <Swatch colour={offer} />
      </span>
      <div>
        <p className="strong">
          Nearest colour that is readable: <code translate="no">{offer}</code>
        </p>
        <p className="soft mt-0.5 text-sm/5">{`Same hue, darker: ${oneDigit(button)}, ${oneDigit(link)} and ${oneDigit(tint)} in light. The preview shows it already.`}</p>
      </div>
      <Button
        name="step"
        value="offer"
        small
        className="max-md:col-span-full"
        onClick={(event) => {
          event.preventDefault();
          onTake(offer);
        }}
      >
        {`Take ${offer}`}
      </Button>
    </div>
  );
};

/** The main colour: checked while it is typed, in both themes, with the nearest that passes. */
export const ColourPanel = ({ typed, judged, published, onType, onChoose }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const begun = useRef(typed);
  const taken = useRef(false);
  // What was typed before the scripts came stays, and counts.
  useEffect(() => {
    if (taken.current) return;
    taken.current = true;
    const early = input.current?.value;
    if (early !== undefined && early !== begun.current) onChoose(early);
  });
  const choose = (colour: string) => {
    if (input.current) input.current.value = colour;
    onChoose(colour);
  };
  const take = (colour: string) => {
    choose(colour);
    input.current?.focus();
  };
  const colour = readColour(typed);
  return (
    <Panel
      title="Main colour"
      aside={
        <span className="small muted">
          published: <span translate="no">{published}</span>
        </span>
      }
    >
      <BrandRow wrong={!judged.ok}>
        <div>
          <label htmlFor={id} className="leading-5.5 font-semibold">
            Colour
          </label>
          <p className="soft mt-0.5 text-sm/5">For buttons, links and chosen options. Type a value or pick a colour.</p>
        </div>
        <div>
          <div className="unitbox grid-cols-[44px_minmax(0,1fr)]">
            <span className="group relative grid h-10.5 w-11 place-items-center">
              <Swatch colour={colour ?? "none"} />
              <input
                type="color"
                className="js-only absolute inset-0 size-full cursor-pointer opacity-0"
                aria-label="Pick a colour"
                value={(colour ?? published).toLowerCase()}
                onChange={(event) => choose(event.target.value.toUpperCase())}
              />
            </span>
            <input
              ref={input}
              id={id}
              name="colour"
              className={cx("py-0 pr-3 pl-0.5 [font:500_1rem_var(--font-mono)]", judged.ok ? "text-pen" : "text-error")}
              defaultValue={begun.current}
              onChange={(event) => onType(event.target.value)}
              onKeyDown={({ key }) => key === "Escape" && choose(published)}
              maxLength={40}
              spellCheck={false}
              autoComplete="off"
              translate="no"
              aria-invalid={!judged.ok || undefined}
              aria-describedby={`${id}-verdict`}
            />
          </div>
          <Verdict judged={judged} />
        </div>
      </BrandRow>
      {judged.light && judged.dark && (
        <div className="grid grid-cols-1 border-t border-rule md:grid-cols-2">
          <Theme title="Light" of={judged.light} theme="light" />
          <Theme title="Dark theme, made from it" of={judged.dark} theme="dark" />
        </div>
      )}
      <Offer judged={judged} onTake={take} />
    </Panel>
  );
};
