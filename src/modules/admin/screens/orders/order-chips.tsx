import { Link } from "react-router";
import { Form } from "#src/ui/form.tsx";
import { Bookmark, Icon } from "#src/ui/icons.tsx";
import { FilterChip } from "#src/ui/table.tsx";
import { type AdminAsk, adminAddress, adminQuery, filterCount, noFilters } from "../../domain/admin-address.ts";
import { paymentLabels, quickLabels, stateLabels, type Watch, watchLabels } from "../../domain/admin-labels.ts";

const labelIn = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;

/** The filters that a control above shows already. */
const shown: readonly string[] = ["service", "writer"];

/** Every other filter that is on, in words. */
const chipsOf = (ask: AdminAsk, client: string): readonly { key: keyof typeof noFilters; text: string }[] => {
  const texts: Record<keyof typeof noFilters, string> = {
    watch: ask.watch in watchLabels ? watchLabels[ask.watch as Watch].name : "",
    client: `Client: ${client}`,
    writer: "",
    service: "",
    status: labelIn(stateLabels, ask.status),
    payment: labelIn(paymentLabels, ask.payment),
    from: `Made from ${ask.from}`,
    to: `Made until ${ask.to}`,
    min: `From $${ask.min}`,
    max: `Up to $${ask.max}`,
  };
  return (Object.keys(texts) as (keyof typeof noFilters)[])
    .filter((key) => ask[key] !== "" && !shown.includes(key) && !(key === "watch" && ask.watch in quickLabels))
    .map((key) => ({ key, text: texts[key] }));
};

const SaveView = ({ ask }: { ask: AdminAsk }) => (
  <details className="first:-ml-4 open:flex open:flex-wrap open:gap-2">
    <summary className="btn btn-quiet btn-sm">
      <Icon of={Bookmark} />
      Save as a view
    </summary>
    <Form method="post" action={adminAddress(ask)} preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="step" value="save-view" />
      <input type="hidden" name="address" value={adminQuery(ask)} />
      <input
        className="input w-56"
        name="name"
        aria-label="Name of the view"
        placeholder="Name of the view"
        maxLength={40}
        required
      />
      <button type="submit" className="btn btn-outline btn-sm">
        Save
      </button>
    </Form>
  </details>
);

type Props = {
  ask: AdminAsk;
  client: string;
  /** The saved view that this list is. */
  view: { id: string; name: string } | undefined;
  message: string;
};

/** What narrows the list, each with its way off, and keeping it as a view. */
export const OrderChips = ({ ask, client, view, message }: Props) => (
  <div className="flex min-h-13 flex-wrap items-center gap-2 pb-2">
    {chipsOf(ask, client).map(({ key, text }) => (
      <FilterChip key={key} off={adminAddress(ask, { [key]: "" })} label={`Remove filter: ${text}`}>
        {text}
      </FilterChip>
    ))}
    {filterCount(ask) > 0 && (
      <Link className="btn btn-quiet btn-sm" to={adminAddress(ask, { ...noFilters, search: "" })} preventScrollReset>
        Clear
      </Link>
    )}
    {view ? (
      <Form method="post" action={adminAddress(ask)} preventScrollReset>
        <input type="hidden" name="step" value="drop-view" />
        <input type="hidden" name="view" value={view.id} />
        <button type="submit" className="btn btn-quiet btn-sm">
          {`Remove the view "${view.name}"`}
        </button>
      </Form>
    ) : (
      adminQuery(ask) !== "" && <SaveView ask={ask} />
    )}
    <span className="small muted num ml-auto" role="status">
      {message}
    </span>
  </div>
);
