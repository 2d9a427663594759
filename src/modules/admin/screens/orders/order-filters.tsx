import { useMemo } from "react";
import { counted } from "#src/shared/counted.ts";
import { Button } from "#src/ui/button.tsx";
import { FieldError } from "#src/ui/field.tsx";
import { Form } from "#src/ui/form.tsx";
import { Icon, SlidersHorizontal } from "#src/ui/icons.tsx";
import { BareSelect, SearchInput } from "#src/ui/inputs.tsx";
import { useActsOnChange } from "#src/ui/list/use-acts-on-change.ts";
import { NoScript } from "#src/ui/no-script.tsx";
import { type AdminAsk, type BoundErrors, filterCount, quickQuery } from "../../domain/admin-address.ts";
import {
  openGroups,
  paymentLabels,
  type Quick,
  quickLabels,
  serviceLabels,
  sortLabels,
  stateLabels,
} from "../../domain/admin-labels.ts";

const choices = (all: string, labels: Readonly<Record<string, string>>) => [
  { value: "", label: all },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** The writers of the filter; `more`: others are found by the text `find`. */
export type NamedWriters = { writers: readonly { id: string; pseudonym: string }[]; more: boolean; find: string };

const Hidden = ({ ask }: { ask: AdminAsk }) => (
  <>
    {ask.group !== "open" && <input type="hidden" name="group" value={ask.group} />}
    {ask.watch && <input type="hidden" name="watch" value={ask.watch} />}
    {ask.client && <input type="hidden" name="client" value={ask.client} />}
  </>
);

const moreLabel = "grid gap-1 text-sm leading-5 text-ink-2";

const Bound = ({
  ask,
  name,
  label,
  type,
  error,
}: {
  ask: AdminAsk;
  name: "from" | "to" | "min" | "max";
  label: string;
  type: string;
  error?: string | undefined;
}) => (
  <label className={moreLabel} htmlFor={`f-${name}`}>
    {label}
    <input
      id={`f-${name}`}
      className="input"
      name={name}
      type={type}
      defaultValue={ask[name]}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `f-${name}-error`}
      {...(type === "text" && { inputMode: "decimal" as const, maxLength: 20 })}
    />
    <FieldError id={`f-${name}`}>{error}</FieldError>
  </label>
);

const moreNames = ["status", "payment", "from", "to", "min", "max"] as const;

const MoreFilters = ({ ask, errors }: { ask: AdminAsk; errors: BoundErrors }) => {
  const on = moreNames.filter((name) => ask[name] !== "").length;
  return (
    <details
      className="relative flex-none max-md:flex-[1_0_auto] max-md:open:basis-full"
      open={Object.keys(errors).length > 0}
    >
      <summary className="btn btn-outline btn-sm max-md:w-full">
        <Icon of={SlidersHorizontal} />
        {on > 0 ? `More: ${on}` : "More"}
      </summary>
      <div className="over-list top-12 right-0 z-(--z-sticky) grid w-104 grid-cols-[1fr_1fr] gap-x-4 gap-y-3 max-md:static max-md:mt-2 max-md:w-auto">
        <label className={moreLabel} htmlFor="f-status">
          State
          <BareSelect
            id="f-status"
            name="status"
            aria-label="State"
            defaultValue={ask.status}
            choices={choices("Any state", stateLabels)}
          />
        </label>
        <label className={moreLabel} htmlFor="f-payment">
          Payment
          <BareSelect
            id="f-payment"
            name="payment"
            aria-label="Payment"
            defaultValue={ask.payment}
            choices={choices("Any payment", paymentLabels)}
          />
        </label>
        <Bound ask={ask} name="from" label="Made from" type="date" />
        <Bound ask={ask} name="to" label="Made until" type="date" />
        <Bound ask={ask} name="min" label="Price from, in dollars" type="text" error={errors.min} />
        <Bound ask={ask} name="max" label="Price up to, in dollars" type="text" error={errors.max} />
      </div>
    </details>
  );
};

const filterBox = "flex-[0_1_9.25rem] max-md:flex-[1_1_40%] xl:max-[1440px]:basis-34";

const WriterFilter = ({ ask, named: { writers, more, find } }: { ask: AdminAsk; named: NamedWriters }) => {
  const known = ask.writer === "" || ask.writer === "none" || writers.some(({ id }) => id === ask.writer);
  const others = writers.map(({ id, pseudonym }) => ({ value: id, label: pseudonym }));
  const count = writers.filter(({ id }) => id !== ask.writer).length;
  const listed = count === 0 ? "No other writer found" : `${counted(count, "writer")} to choose from`;
  const found = find.trim() === "" ? null : listed;
  return (
    <>
      <BareSelect
        name="writer"
        aria-label="Writer"
        boxClassName={filterBox}
        defaultValue={ask.writer}
        choices={[
          { value: "", label: "Any writer" },
          { value: "none", label: "No writer" },
          ...(known ? [] : [{ value: ask.writer, label: "A former writer" }]),
          ...others,
        ]}
      />
      {more && (
        <div className="grid flex-[0_1_10.5rem] gap-1 leading-5 max-md:flex-[1_1_12.75rem]">
          <SearchInput
            className=""
            name="find"
            defaultValue={find}
            aria-label="Find a writer for the filter"
            placeholder="Find a writer"
          />
          <span className="small muted" role="status">
            {found}
          </span>
        </div>
      )}
    </>
  );
};

const quickForm = "quick-filters";

/** One at a time; pressed again it is off. Its form stands beside the one of the search. */
const QuickFilters = ({ ask, counts }: { ask: AdminAsk; counts: Counts }) => (
  <fieldset className="views flex-none max-md:flex-[1_1_100%]">
    <legend className="vh">Quick filters</legend>
    {Object.entries(quickLabels).map(([value, label]) => {
      const pressed = ask.watch === value && openGroups.includes(ask.group);
      return (
        <button
          key={value}
          type="submit"
          form={quickForm}
          {...(!pressed && { name: "watch", value })}
          aria-pressed={pressed}
          className="flex-[1_0_auto] justify-center gap-1.5 px-3 -outline-offset-2 max-md:gap-1 max-md:px-1.5 max-md:text-(length:--text-sm) xl:max-[1440px]:px-2"
        >
          {label} <small className="num text-(length:--text-sm) text-ink-3">{counts[value as Quick]}</small>
        </button>
      );
    })}
  </fieldset>
);

const QuickForm = ({ ask }: { ask: AdminAsk }) => (
  <Form method="get" action="/admin/orders" id={quickForm} preventScrollReset>
    {[...new URLSearchParams(quickQuery(ask))].map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </Form>
);

type Counts = Readonly<Record<Quick, string>>;
type FiltersProps = { ask: AdminAsk; errors: BoundErrors; writers: NamedWriters; counts: Counts };

/** Search, filters and sort as a GET form: the address says all of it, and without scripts a button sends it. */
export const OrderFilters = ({ ask, errors, writers, counts }: FiltersProps) => {
  const { find } = writers;
  const shown = useMemo(() => ({ ...ask, find }), [ask, find]);
  const { form, onChange } = useActsOnChange(shown);
  const sorts = Object.entries(sortLabels).filter(
    ([name]) => openGroups.includes(ask.group) || !name.startsWith("due"),
  );
  return (
    <>
      <QuickForm ask={ask} />
      <Form
        method="get"
        action="/admin/orders"
        className="filters dense items-start pb-3"
        role="search"
        preventScrollReset
        ref={form}
        onChange={onChange}
      >
        <Hidden ask={ask} />
        <SearchInput
          className="flex-[1_1_11rem] max-xl:basis-full"
          defaultValue={ask.search}
          aria-label="Search orders"
          placeholder="Number, title, name"
          data-search=""
        >
          <span className="kbd absolute top-3 right-3 max-md:hidden" aria-hidden="true">
            /
          </span>
        </SearchInput>
        <QuickFilters ask={ask} counts={counts} />
        <BareSelect
          name="service"
          aria-label="Service"
          boxClassName={filterBox}
          defaultValue={ask.service}
          choices={choices("All services", serviceLabels)}
        />
        <WriterFilter ask={ask} named={writers} />
        <div className="max-md:flex-[1_1_12.75rem] xl:hidden">
          <BareSelect
            name="sort"
            aria-label="Sort"
            boxClassName="max-xl:min-w-51"
            defaultValue={ask.sort}
            choices={sorts.map(([value, label]) => ({ value, label }))}
          />
        </div>
        <MoreFilters ask={ask} errors={errors} />
        <NoScript>
          <Button variant="outline" small>
            {filterCount(ask) > 0 ? "Filter again" : "Filter"}
          </Button>
        </NoScript>
      </Form>
    </>
  );
};
