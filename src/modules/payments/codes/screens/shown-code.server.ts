import { discountText } from "#src/modules/orders/index.ts";
import { textsIn } from "#src/platform/refused-form.ts";
import { figures } from "#src/shared/counted.ts";
import { formatUsd, usdString } from "#src/shared/money.ts";
import { readAmount } from "#src/shared/typed-values.ts";
import { formatMoment, localOf } from "#src/shared/zone.ts";
import { discountTerms } from "../../index.ts";
import type { SumToRepeat } from "../../settings.ts";
import type { CodeLine } from "../list-codes.ts";
import { serviceName } from "../service-labels.ts";

const names = [
  ...["kind", "percent", "amount", "cap", "minimum", "fromDate", "fromTime", "untilDate", "untilTime", "zone"],
  ...["mostUses", "mostPerPerson", "firstOrderOnly"],
] as const;

const sumTexts = { amount: "Takes off", cap: "Takes off at most", minimum: "For orders from" } as const;

/** The amounts that a code promises. */
const sumsIn = ({ kind, ...fields }: Readonly<Record<string, string>>): SumToRepeat[] =>
  ([kind === "fixed" ? "amount" : "cap", "minimum"] as const).flatMap((name) => {
    const read = readAmount(fields[name] ?? "");
    return read.ok ? [{ cents: read.value, text: `${sumTexts[name]} ${formatUsd(read.value)}` }] : [];
  });

/** The fields of a code in a form that was sent, and what is shown again when they are refused. */
export function postedCode(form: FormData) {
  const texts = textsIn(form);
  const fields = Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]));
  const services = form.getAll("services").filter((one) => typeof one === "string");
  const { zone: _, ...typed } = fields;
  const repeat = texts.repeat ?? "";
  return {
    texts,
    fields: { ...fields, kind: fields.kind || "percent", services },
    typed: { ...typed, code: texts.code ?? "", services: services.join(" "), repeat },
    repeat,
    sums: sumsIn(fields),
  };
}

const times = (count: number): string => (count === 1 ? "once" : `${figures(count)} times`);

/** From when until when a code counts, in words. */
const validityText = ({ validFrom, validUntil }: CodeLine, zone: string): string => {
  const [from, until] = [validFrom && formatMoment(validFrom, zone), validUntil && formatMoment(validUntil, zone)];
  if (from && until) return `${from} to ${until}`;
  if (from) return `From ${from}`;
  return until ? `Until ${until}` : "Without an end";
};

/** The conditions of a code, a short sentence each. */
const conditionsOf = (line: CodeLine): readonly string[] => {
  const { capCents, minimumCents, mostPerPerson, services, firstOrderOnly } = line;
  return [
    ...(capCents === null ? [] : [`At most ${formatUsd(capCents)} comes off`]),
    ...(minimumCents === 0 ? [] : [`Orders from ${formatUsd(minimumCents)}`]),
    ...(mostPerPerson === null ? [] : [`Each person ${times(mostPerPerson)}`]),
    ...(services.length === 0 ? [] : [`For ${services.map(serviceName).join(", ")}`]),
    ...(firstOrderOnly ? ["First orders only"] : []),
  ];
};

/** A code as lists and its page show it. */
export const shownCode = (line: CodeLine, zone: string) => ({
  id: line.id,
  code: line.code,
  state: line.state,
  endedByHand: line.endedAt !== null,
  off: discountText(discountTerms(line)),
  valid: validityText(line, zone),
  conditions: conditionsOf(line),
  uses: line.uses,
  paid: line.paid,
  most: line.mostUses,
  made: `${line.author}, ${formatMoment(line.createdAt, zone)}`,
  demo: line.demo,
});
export type ShownCode = ReturnType<typeof shownCode>;

const dollars = (cents: number | null): string => (cents ? usdString(cents) : "");
const count = (most: number | null): string => (most === null ? "" : String(most));

/** The form of a code as it stands, by the names of its fields. */
export const formOf = (line: CodeLine, zone: string): Record<string, string> => {
  const from = line.validFrom && localOf(line.validFrom, zone);
  const until = line.validUntil && localOf(line.validUntil, zone);
  return {
    ...{ kind: line.kind, percent: count(line.percent), amount: dollars(line.cents), cap: dollars(line.capCents) },
    ...{ minimum: dollars(line.minimumCents), mostUses: count(line.mostUses), services: line.services.join(" ") },
    ...{ mostPerPerson: count(line.mostPerPerson), firstOrderOnly: line.firstOrderOnly ? "on" : "" },
    ...{ fromDate: from?.date ?? "", fromTime: from?.time ?? "" },
    ...{ untilDate: until?.date ?? "", untilTime: until?.time ?? "" },
  };
};
