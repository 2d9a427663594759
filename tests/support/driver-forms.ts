/** A form of a rendered page, with what a browser without scripts would send when nothing is typed. */
export type PageForm = { html: string; action: string | null; fields: Map<string, string> };

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const plain = (text: string): string => text.replace(/&([a-z0-9#]+);/gi, (all, name) => entities[name] ?? all);

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}(?:="([^"]*)")?(?=[\\s/>])`).exec(tag);
  return found ? plain(found[1] ?? "") : null;
};

/** All forms of a page that are sent by POST. */
const formsOf = (html: string): PageForm[] =>
  [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].flatMap(([form]) => {
    const head = form.slice(0, form.indexOf(">") + 1);
    if (attribute(head, "method") !== "post") return [];
    return [{ html: form, action: attribute(head, "action"), fields: fieldsOf(form) }];
  });

/** The form that has a button or hidden field `name` (and `value`), or fails with what the page shows. */
export const formWith = (html: string, name: string, value?: string): PageForm => {
  const found = formsOf(html).find((form) => hasField(form, name, value));
  if (!found) throw new Error(`No form with ${name}=${value ?? "…"} on this page: ${textOf(html).slice(0, 1500)}`);
  return found;
};

const hasField = ({ html, fields }: PageForm, name: string, value: string | undefined): boolean =>
  value === undefined
    ? fields.has(name) || html.includes(` name="${name}"`)
    : fields.get(name) === value ||
      [...html.matchAll(/<button\b[^>]*>/g)].some(
        ([tag]) => attribute(tag, "name") === name && attribute(tag, "value") === value,
      );

const fieldsOf = (form: string): Map<string, string> => {
  const fields = new Map<string, string>();
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, "name");
    const chosen = !/^(checkbox|radio)$/.test(attribute(tag, "type") ?? "") || attribute(tag, "checked") !== null;
    if (name && chosen) fields.set(name, attribute(tag, "value") ?? "");
  }
  for (const [, head = "", text = ""] of form.matchAll(/(<textarea\b[^>]*>)([\s\S]*?)<\/textarea>/g))
    fields.set(attribute(head, "name") ?? "", plain(text));
  for (const [, head = "", inner = ""] of form.matchAll(/(<select\b[^>]*>)([\s\S]*?)<\/select>/g))
    fields.set(attribute(head, "name") ?? "", chosenOf(inner));
  fields.delete("");
  return fields;
};

const chosenOf = (options: string): string => {
  const all = [...options.matchAll(/(<option\b[^>]*>)([^<]*)/g)];
  const [, tag = "", text = ""] = all.find(([, one = ""]) => attribute(one, "selected") !== null) ?? all[0] ?? [];
  return attribute(tag, "value") ?? plain(text);
};

/** What a person would read, for messages of a test. */
export const textOf = (html: string): string =>
  plain(html.replace(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, " ").replace(/<[^>]+>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
