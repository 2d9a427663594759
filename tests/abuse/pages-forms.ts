import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** A form as a page shows it: where it goes, and what it would send as it stands. */
export type Form = { path: string; method: "get" | "post"; fields: Readonly<Record<string, string>> };

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', lt: "<", gt: ">", "#x27": "'", "#39": "'" };
const plain = (text: string): string => text.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all);
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : plain(found);
};
const controls = (html: string): string[] => html.match(/<(?:input|textarea|select|button)\b[^>]*>/g) ?? [];

/** Every form of a page, once for each of its buttons that say which. */
export function formsIn(html: string, page: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(([, head = "", inside = ""]) => {
    const path = attribute(` ${head}`, "action") ?? page;
    if (!path.startsWith("/") || path.startsWith("//")) return [];
    const method = attribute(` ${head}`, "method")?.toLowerCase() === "post" ? "post" : "get";
    const id = attribute(` ${head}`, "id");
    const outside = id ? controls(html).filter((tag) => attribute(tag, "form") === id) : [];
    const named = [...controls(inside), ...outside].filter((tag) => attribute(tag, "name"));
    const value = (tag: string): [string, string] => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""];
    const fields = Object.fromEntries(named.filter((tag) => !tag.startsWith("<button")).map(value));
    const buttons = named.filter((tag) => tag.startsWith("<button")).map(value);
    const variants =
      buttons.length > 0 ? buttons.map((button) => ({ ...fields, ...Object.fromEntries([button]) })) : [fields];
    return variants.map((one): Form => ({ path, method, fields: one }));
  });
}

const controlsNamed = (html: string, field: string): string[] =>
  controls(html).filter((tag) => attribute(tag, "name") === field);

const typedInto = /^<textarea|^<input\b(?!.*\btype="(?:hidden|checkbox|radio|submit|file)")/;

/** Whether people type into a control of this name: not one that is for programs, which nobody sees. */
export const hasTextField = (html: string, field: string): boolean =>
  controlsNamed(html, field).some((tag) => typedInto.test(tag) && !/\s(?:readonly|tabindex="-1")/i.test(tag));

/** Whether a control of this name is shown as wrong. */
export const isNamed = (html: string, field: string): boolean =>
  controlsNamed(html, field).some((tag) => attribute(tag, "aria-invalid") === "true");

const names = [/\bname="([\w.-]+)"/g, /\.(?:get|getAll|has)\("([\w.-]+)"\)/g, /^\s*"?([\w.-]+)"?: z[.\n]/gm];

const namesIn = new Map<string, readonly string[]>();

/** Names that the code beside a screen reads or shows: forms that open later, and queries. Each folder is read once. */
export function namesInModule(screen: string): readonly string[] {
  const folder = dirname(screen).replace(/^(src\/modules\/[^/]+)\/.*/, "$1");
  const known = namesIn.get(folder) ?? readNames(folder);
  namesIn.set(folder, known);
  return known;
}

function readNames(folder: string): string[] {
  const found = globSync(`${folder}/**/*.{ts,tsx}`)
    .filter((file) => !file.includes(".test."))
    .flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return names.flatMap((name) => [...text.matchAll(name)].map((match) => match[1] ?? ""));
    });
  return [...new Set(found)].sort();
}
