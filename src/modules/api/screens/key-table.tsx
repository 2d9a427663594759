import type { Scope } from "#src/shared/viewer.ts";
import { formatDate, formatDay } from "#src/shared/zone.ts";
import { Button } from "#src/ui/button.tsx";
import { Confirm, ConfirmActions } from "#src/ui/confirm.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import { Table } from "#src/ui/table.tsx";
import type { KeyLine } from "../keys/keys.ts";
import { Code } from "./api-head.tsx";

/** What each scope lets a program do, in words for the admin who gives it. */
export const scopeLabels: Readonly<Record<Scope, { label: string; says: string }>> = {
  quotes: { label: "Quotes", says: "Price work, and read those quotes again." },
  prices: { label: "Prices", says: "Read the published price list." },
  checks: { label: "Text checks", says: "Check texts, as many as one person may." },
  "orders:write": {
    label: "Prepare orders",
    says: "For a partner: leaves order forms that clients finish and pay, and reads state and price of those orders.",
  },
  orders: { label: "Read orders", says: "State, deadline and price of every order. No names, no texts." },
};

const columns = [
  { key: "name", label: "Key" },
  { key: "may", label: "May" },
  { key: "used", label: "Last used" },
  { key: "state", label: "State" },
  { key: "act", label: "Revoke", quiet: true },
];

const states = {
  works: { shape: "check", word: "Works" },
  expired: { shape: "dash", word: "Expired" },
  revoked: { shape: "dash", word: "Revoked" },
} as const;

const endOf = ({ state, expiresAt }: KeyLine, zone: string): string | null => {
  if (state === "revoked") return null;
  return expiresAt ? `${state === "expired" ? "since" : "until"} ${formatDate(expiresAt, zone)}` : "does not end";
};

const Revoke = ({ of: { id, name } }: { of: KeyLine }) => (
  <Confirm label="Revoke" title={`Revoke the key "${name}"?`} small variant="outline">
    <p className="mb-4">The program that uses it is refused from then on. This cannot be taken back.</p>
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <ConfirmActions>
        <Button name="step" value="revoke" variant="danger" small>
          Revoke the key
        </Button>
      </ConfirmActions>
    </Form>
  </Confirm>
);

const Row = ({ of: key, zone }: { of: KeyLine; zone: string }) => (
  <tr>
    <td>
      <b className="strong wrap-anywhere">{key.name}</b>
      <span className="meta">
        <Code>{`pwk_${key.prefix}_…${key.ending ?? ""}`}</Code>
      </span>
      <span className="meta">{`${key.createdBy}, ${formatDay(key.createdAt, zone)}`}</span>
    </td>
    <td>
      {key.scopes.map((scope) => scopeLabels[scope].label).join(", ")}
      {key.partner && <span className="meta wrap-anywhere">{`${key.partner.name}, ${key.partner.contact}`}</span>}
      {key.origins.map((origin) => (
        <span key={origin} className="meta wrap-anywhere" translate="no">
          {origin}
        </span>
      ))}
    </td>
    <td>
      <span className="md:hidden muted">Last used: </span>
      {key.lastUsedAt ? formatDay(key.lastUsedAt, zone) : "not yet"}
    </td>
    <td>
      <Status shape={states[key.state].shape}>{states[key.state].word}</Status>
      <span className="meta">{endOf(key, zone)}</span>
    </td>
    <td className="r">{key.state === "works" && <Revoke of={key} />}</td>
  </tr>
);

export const KeyTable = ({ keys, zone }: { keys: readonly KeyLine[]; zone: string }) => (
  <Table caption="Keys of programs" columns={columns} boxed cards>
    {keys.map((key) => (
      <Row key={key.id} of={key} zone={zone} />
    ))}
  </Table>
);
