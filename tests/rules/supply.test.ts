import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { installScripts } from "../../scripts/docs/security/policies.ts";

type Locked = {
  version?: string;
  name?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
};
type Wanted = Record<string, string>;
type Manifest = {
  dependencies: Wanted;
  devDependencies: Wanted;
  optionalDependencies: Wanted;
  allowScripts: Record<string, boolean>;
};

const read = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8"));
const manifest = read<Manifest>("package.json");
const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
const { packages } = read<{ packages: Record<string, Locked> }>("package-lock.json");
const locked = Object.entries(packages).filter(([place]) => place !== "");
const nameOf = (place: string): string => place.split("node_modules/").at(-1) ?? "";

const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** What keeps an entry of the lock from being one package of the registry, of one version, with its hash. */
const faultsOf = (place: string, { version = "", name, resolved, integrity = "", link }: Locked): string[] => {
  const own = nameOf(place);
  const bare = own.split("/").at(-1);
  const usual = `https://registry.npmjs.org/${own}/-/${bare}-${version}.tgz`;
  return [
    ...(exact.test(version) ? [] : [`the version "${version}"`]),
    ...(sha512.test(integrity) ? [] : [`the integrity "${integrity}"`]),
    // Without an address npm asks the registry for name and version; another address is another source.
    ...(resolved === undefined || resolved === usual ? [] : [`the address ${resolved}`]),
    ...(name === undefined || name === own ? [] : [`another package, ${name}`]),
    ...(link ? ["a link"] : []),
  ].map((fault) => `${place}: ${fault}`);
};

describe("what is installed", () => {
  test("each package of the lock is one version of the registry, with its SHA-512", () => {
    expect(locked.length).toBeGreaterThan(500);
    expect(locked.flatMap(([place, entry]) => faultsOf(place, entry))).toEqual([]);
  });

  test("an altered entry is found", () => {
    const integrity = `sha512-${"a".repeat(86)}==`;
    const place = "node_modules/@of/one";
    const sound = { version: "1.2.3", integrity };
    expect(faultsOf(place, sound)).toEqual([]);
    expect(faultsOf(place, { ...sound, resolved: "https://registry.npmjs.org/@of/one/-/one-1.2.3.tgz" })).toEqual([]);
    const altered: Locked[] = [
      { version: "1.2.3" },
      { ...sound, integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
      { ...sound, version: "^1.2.3" },
      { ...sound, resolved: "git+ssh://git@example.com/one.git#abc" },
      { ...sound, resolved: "https://registry.npmjs.org/@of/two/-/two-1.2.3.tgz" },
      { ...sound, name: "two" },
      { ...sound, link: true },
    ];
    expect(altered.map((entry) => faultsOf(place, entry).length)).toEqual(altered.map(() => 1));
  });

  test("versions are exact, and the lock has just these", () => {
    expect(Object.entries(wanted).filter(([, version]) => !exact.test(version))).toEqual([]);
    expect(
      Object.entries(wanted).filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
    ).toEqual([]);
    const { dependencies, devDependencies, optionalDependencies } = packages[""] as Manifest;
    expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
      optionalDependencies: manifest.optionalDependencies,
    });
  });

  test("a script at installation runs of versions that were read alone", () => {
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
    const versions = scripted.map(([place, { version }]) => `${nameOf(place)}@${version}`);
    expect([...new Set(versions)].sort()).toEqual(Object.keys(installScripts).sort());
    const names = new Set(Object.keys(installScripts).map((one) => one.slice(0, one.lastIndexOf("@"))));
    expect(Object.keys(manifest.allowScripts).filter((name) => !names.has(name))).toEqual([]);
  });
});
