import { textsIn } from "#src/platform/refused-form.ts";
import { formatUsd } from "#src/shared/money.ts";
import { readAmount } from "#src/shared/typed-number.ts";
import type { SumToRepeat } from "../../charges/repeat-sum.ts";

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
