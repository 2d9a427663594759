import { Form } from "react-router";
import { Button } from "#src/ui/button.tsx";
import { BareSelect, SearchInput } from "#src/ui/inputs.tsx";
import { FilterChip } from "#src/ui/table.tsx";
import { type AdminAsk, adminAddress } from "../domain/admin-address.ts";
import { openGroups, paymentLabels, serviceLabels, sortLabels, watchLabels } from "../domain/admin-labels.ts";

const choices = (all: string, labels: Readonly<Record<string, string>>) => [
  { value: "", label: all },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** The names of the client and of the writer whose orders are shown alone. */
export type PersonNames = Readonly<Record<"client" | "writer", string>>;

const PersonChip = ({ ask, who, name }: { ask: AdminAsk; who: "client" | "writer"; name: string }) => (
  <FilterChip off={adminAddress(ask, { [who]: "" })} label={`Remove filter: ${who} ${name}`}>
    {`${who === "client" ? "Client" : "Writer"}: ${name}`}
  </FilterChip>
);

/** Search, facets and sort as a GET form: the address says all of it, and it works before scripts arrive. */
export const OrderFilters = ({ ask, names }: { ask: AdminAsk; names: PersonNames }) => {
  const { due, ...byAge } = sortLabels;
  const sorts = openGroups.includes(ask.group) ? { ...byAge, due } : byAge;
  return (
    <Form method="get" action="/admin/orders" className="filters dense" role="search" preventScrollReset>
      {ask.group !== "open" && <input type="hidden" name="group" value={ask.group} />}
      {(["watch", "client", "writer"] as const).map(
        (name) => ask[name] && <input key={name} type="hidden" name={name} value={ask[name]} />,
      )}
      <SearchInput defaultValue={ask.search} aria-label="Search orders" placeholder="Number, title or e-mail" />
      <BareSelect
        name="service"
        aria-label="Service"
        defaultValue={ask.service}
        choices={choices("All services", serviceLabels)}
      />
      <BareSelect
        name="payment"
        aria-label="Payment"
        defaultValue={ask.payment}
        choices={choices("Any payment", paymentLabels)}
      />
      <BareSelect
        name="sort"
        aria-label="Sort"
        defaultValue={ask.sort}
        choices={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
      />
      <Button variant="outline" small>
        Show
      </Button>
      {ask.watch && (
        <FilterChip off={adminAddress(ask, { watch: "" })} label={`Remove filter: ${watchLabels[ask.watch].name}`}>
          {watchLabels[ask.watch].name}
        </FilterChip>
      )}
      {ask.client && <PersonChip ask={ask} who="client" name={names.client} />}
      {ask.writer && <PersonChip ask={ask} who="writer" name={names.writer} />}
    </Form>
  );
};
