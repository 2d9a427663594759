export type ReadForm = { action: string | null; hidden: Map<string, string> };

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&").replaceAll("&quot;", '"') ?? null;

/** The form of a page that holds a field of this name: where it goes, and what it sends unseen. */
export function readForm(html: string, field: string): ReadForm {
  const form = html
    .split(/(?=<form\b)/)
    .map((part) => part.split("</form>")[0] ?? "")
    .find((part) => part.startsWith("<form") && part.includes(`name="${field}"`));
  if (!form) throw new Error(`no form with the field ${field}`);
  const tags = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const hidden = tags.filter((tag) => attribute(tag, "type") === "hidden" && attribute(tag, "name"));
  return {
    action: attribute(/<form\b[^>]*>/.exec(form)?.[0] ?? "", "action"),
    hidden: new Map(hidden.map((tag) => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""])),
  };
}
