import { textsIn } from "#src/platform/refused-form.ts";

const names = [
  ...["kind", "percent", "amount", "cap", "minimum", "fromDate", "fromTime", "untilDate", "untilTime", "zone"],
  ...["mostUses", "mostPerPerson", "firstOrderOnly"],
] as const;

/** The fields of a code in a form that was sent, and what is shown again when they are refused. */
export function postedCode(form: FormData) {
  const texts = textsIn(form);
  const fields = Object.fromEntries(names.map((name) => [name, texts[name] ?? ""]));
  const services = form.getAll("services").filter((one) => typeof one === "string");
  const { zone: _, ...typed } = fields;
  return {
    texts,
    fields: { ...fields, kind: fields.kind || "percent", services },
    typed: { ...typed, code: texts.code ?? "", services: services.join(" ") },
  };
}
