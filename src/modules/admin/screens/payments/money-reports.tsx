import type { Differences, MoneyReports } from "#src/modules/payments/index.server.ts";
import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Field } from "#src/ui/field.tsx";
import { Download } from "#src/ui/icons.tsx";
import { Input, Select } from "#src/ui/inputs.tsx";
import type { Listed, ListOf } from "#src/ui/list/list.ts";
import type { MoneyAddressAsk } from "../../domain/money-address.ts";
import { moneyPageParts } from "./money-lists.tsx";
import { PaymentDifferences } from "./payment-differences.tsx";
import { PaymentDisputes } from "./payment-disputes.tsx";
import { PaymentEvents } from "./payment-events.tsx";

type Reported = { id: string };
type ReportsView = Listed<Reported> & {
  ask: MoneyAddressAsk;
  todo: number | string;
  zone: string;
  found: Differences | null;
  reports: MoneyReports;
};

/** Files for the bookkeeping; empty days leave that end of the period open. */
const BookkeepingFiles = () => (
  <Panel title="Files for the bookkeeping" pad>
    <form method="get" action="/admin/payments/export.csv" className="row items-end [--gap:12px]">
      <Field name="what" label="File">
        <Select defaultValue="register">
          <option value="register">Receipts and credit notes</option>
          <option value="payouts">Payouts</option>
          <option value="ledger">Ledger, a row for each entry</option>
        </Select>
      </Field>
      <Field name="from" label="From">
        <Input type="date" />
      </Field>
      <Field name="to" label="To">
        <Input type="date" />
      </Field>
      <Button variant="outline" icon={Download}>
        Download
      </Button>
    </form>
  </Panel>
);

const Reports = ({ found, reports, zone }: ReportsView) => (
  <div className="reports">
    <PaymentDifferences found={found} zone={zone} />
    <BookkeepingFiles />
    <PaymentDisputes reports={reports} zone={zone} />
    <PaymentEvents inbox={reports.inbox} zone={zone} />
  </div>
);

/** What is read, not acted on: the nightly check, files, disputes at banks, messages of providers. */
export const reportsTab: ListOf<Reported, ReportsView> = {
  ...moneyPageParts,
  empty: (view) => <Reports {...view} />,
  body: (view) => <Reports {...view} />,
};
