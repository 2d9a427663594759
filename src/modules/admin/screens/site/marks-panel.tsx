import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { sizeLabel } from "#src/modules/files/index.ts";
import type { BrandChoice, BrandPicture } from "#src/modules/operator/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { cx } from "#src/ui/class-names.ts";
import { FieldError, fieldId } from "#src/ui/field.tsx";
import { Mark } from "#src/ui/wordmark.tsx";
import { brandLabels } from "../../brand/brand-labels.ts";

/** As many characters as the top of a page shows (ui/wordmark.tsx). */
const fits = 24;

type Slot = "light" | "dark" | "icon";
type Errors = Readonly<Record<string, string | undefined>>;

export const addressOf = ({ id, type }: BrandPicture): string => `/brand/${id}.${type}`;

/** A chosen file is sent at once, with what is typed; without scripts by the button beside it. */
const Choose = ({ slot, has, error }: { slot: Slot; has: boolean; error: string | undefined }) => {
  const id = fieldId(slot);
  const send = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className={cx("flex flex-wrap gap-2", slot === "icon" && "ml-auto")}>
        <label
          className={cx(
            "btn btn-outline btn-sm outline-offset-2 outline-pen has-focus-visible:outline-2",
            slot !== "icon" && "flex-1",
          )}
        >
          {has ? "Replace" : "Upload"}
          <span className="vh">{` the ${brandLabels[slot]}`}</span>
          <input
            id={id}
            type="file"
            name={`file-${slot}`}
            accept="image/svg+xml,image/png"
            className="vh"
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ currentTarget }) => currentTarget.form?.requestSubmit(send.current)}
          />
        </label>
        <Button
          ref={send}
          variant="outline"
          small
          name="step"
          value={`put:${slot}`}
          className={cx("no-script", slot !== "icon" && "flex-1")}
        >
          Send the file
          <span className="vh">{` of the ${brandLabels[slot]}`}</span>
        </Button>
        {has && (
          <Button variant="quiet" small name="step" value={`remove:${slot}`}>
            Remove
            <span className="vh">{` the ${brandLabels[slot]}`}</span>
          </Button>
        )}
      </div>
      <FieldError id={id} className={slot === "icon" ? "basis-full" : undefined}>
        {error}
      </FieldError>
    </>
  );
};

const about = ({ name, bytes }: BrandPicture): string => `${name}, ${sizeLabel(bytes)}`;

/** Both themes at once: what tokens.css gives the ground and the ink of each. */
const grounds = {
  light: { tile: "bg-[oklch(0.961_0.01_88)]", mark: "stroke-pen" },
  dark: { tile: "bg-[oklch(0.172_0.018_268)]", mark: "stroke-[oklch(0.945_0.012_88)]" },
};

const iconSizes = [
  { box: "size-8 rounded-md", mark: "w-5.5" },
  { box: "size-14 rounded-lg", mark: "w-9.5" },
];

/** A part of the look: what it is at the left, what it is now at the right. */
export const BrandRow = ({ wrong, children }: { wrong: boolean; children: ReactNode }) => (
  <div
    className={cx(
      "grid grid-cols-1 items-start gap-x-6 gap-y-1 border-t border-rule px-5 py-4 max-md:gap-2.5 md:grid-cols-[minmax(0,11.5rem)_minmax(0,1fr)]",
      wrong && "bg-error-tint",
    )}
  >
    {children}
  </div>
);

type LogoProps = { slot: "light" | "dark"; brand: BrandChoice; errors: Errors };

const Logo = ({ slot, brand, errors }: LogoProps) => {
  const own = brand[slot];
  const shown = own ?? brand.light ?? brand.dark;
  const other = slot === "light" ? "dark" : "light";
  return (
    <div>
      <div
        className={cx(
          "grid h-18 place-items-center rounded-sm border border-rule-strong px-4 py-3 md:h-22",
          grounds[slot].tile,
        )}
      >
        {shown ? (
          <img src={addressOf(shown)} alt="" className="max-h-16 max-w-full object-contain" />
        ) : (
          <Mark className={cx("h-11 w-15 fill-none stroke-2", grounds[slot].mark)} />
        )}
      </div>
      <p className="soft my-2 text-sm/5 wrap-anywhere">
        <b className="strong block">{slot === "light" ? "Light" : "Dark"}</b>
        {own ? about(own) : shown ? `the ${other} one is used` : "the mark and the name"}
      </p>
      <Choose slot={slot} has={own !== null} error={errors[slot]} />
    </div>
  );
};

const isSquarish = ({ width, height }: BrandPicture): boolean => width / height < 1.4 && height / width < 1.4;

const IconRow = ({ brand, errors }: { brand: BrandChoice; errors: Errors }) => {
  const { icon, light } = brand;
  const shown = icon ?? (light && isSquarish(light) ? light : null);
  const from = icon ? about(icon) : shown ? "Made from the logo" : "Made from the mark";
  return (
    <BrandRow wrong={Boolean(errors.icon)}>
      <div>
        <b className="leading-5.5 font-semibold">Icon</b>
        <p className="soft mt-0.5 text-sm/5">
          For browser tabs, home screens, e-mails and documents. Square, PNG of 512 pixels, or SVG.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {iconSizes.map(({ box, mark }) => (
          <span
            key={box}
            className={cx(
              "inline-grid flex-none place-items-center overflow-hidden border border-rule-strong",
              box,
              shown ? "bg-[oklch(0.992_0.004_95)]" : "bg-pen",
            )}
          >
            {shown ? (
              <img src={addressOf(shown)} alt="" className={cx("object-contain", icon ? "size-full" : "size-[76%]")} />
            ) : (
              <Mark className={cx("fill-none stroke-[oklch(0.992_0.004_95)] stroke-[2.6]", mark)} />
            )}
          </span>
        ))}
        <span className="soft mt-0.5 text-sm/5 wrap-anywhere">{from}</span>
        <Choose slot="icon" has={icon !== null} error={errors.icon} />
      </div>
    </BrandRow>
  );
};

type Props = { name: string; brand: BrandChoice; errors: Errors };

/** The shop's name, which is edited with the other settings, its logo and its icon. */
export const MarksPanel = ({ name, brand, errors }: Props) => (
  <Panel title="Name and marks">
    <BrandRow wrong={false}>
      <div>
        <b className="leading-5.5 font-semibold">Name</b>
        <p className="soft mt-0.5 text-sm/5">{`${fits} characters fit at the top of a page. A longer name is shown smaller, and a very long one is cut.`}</p>
      </div>
      <div>
        <p className="wrap-anywhere" translate="no">
          {name}
        </p>
        <p className="soft mt-0.5 flex flex-wrap justify-between gap-x-4 text-sm/5">
          <Link to="/admin/settings?group=site" className="inline-flex min-h-11 items-center">
            Change it in Settings
          </Link>
          <span className="num inline-flex min-h-11 items-center">{`${[...name].length} of ${fits}`}</span>
        </p>
      </div>
    </BrandRow>
    <BrandRow wrong={Boolean(errors.light || errors.dark)}>
      <div>
        <b className="leading-5.5 font-semibold">Logo</b>
        <p className="soft mt-0.5 text-sm/5">
          {"SVG, or PNG at least 320 pixels wide, up to 512\u00a0KB. It replaces the mark and the name."}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Logo slot="light" brand={brand} errors={errors} />
        <Logo slot="dark" brand={brand} errors={errors} />
      </div>
    </BrandRow>
    <IconRow brand={brand} errors={errors} />
  </Panel>
);
