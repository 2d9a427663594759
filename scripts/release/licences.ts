/** The parts of a CycloneDX document that are read here. */
type License = { license?: { id?: string; name?: string }; expression?: string };
type Component = { name: string; version: string; licenses?: readonly License[] };
export type Sbom = {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: readonly Component[];
};

/** Licences under which a part may be shipped with an Apache-2.0 product, as they are declared. */
const allowed = new Set([
  ...[
    "MIT",
    "MIT-0",
    "ISC",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "Unlicense",
    "CC0-1.0",
    "BlueOak-1.0.0",
  ],
  ...["OFL-1.1", "PSF-2.0", "PostgreSQL", "Python-2.0", "Zlib"],
  // Libraries beside ours that anybody can exchange, and files that stay under their own licence.
  ...["LGPL-3.0-or-later", "MPL-2.0"],
]);

export const declaredBy = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? "").join(" AND ") || "none";

/** Of an "or" one side is enough, of an "and" each counts. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, " ")
    .split(/ and /i)
    .every((all) => all.split(/ or /i).some((one) => allowed.has(one.trim())));

/** Parts whose licence is missing or not among those we ship with. */
export const refusedIn = ({ components }: Sbom): string[] =>
  components.flatMap((part) =>
    isAllowed(declaredBy(part)) ? [] : [`${part.name} ${part.version}: ${declaredBy(part)}`],
  );

/** What runs, by licence, as a document. */
export function licenceReport({ metadata: { component }, components }: Sbom): string {
  const byLicence = [...Map.groupBy(components, declaredBy)].sort(([, a], [, b]) => b.length - a.length);
  const parts = byLicence.map(([licence, some]) => {
    const rows = some.map(({ name, version }) => `- ${name} ${version}`).sort();
    return `## ${licence} (${some.length})\n\n${rows.join("\n")}`;
  });
  const what = `${components.length} packages run in ${component.name} ${component.version}; it is under ${declaredBy(component)}.`;
  return `# Licences\n\n${what} NOTICE names what else is shipped.\n\n${parts.join("\n\n")}\n`;
}
