import { afterEach, describe, expect, test } from "vitest";
import { addresses } from "../../scripts/docs/routes.ts";
import { everybody } from "../access/cast.ts";
import { dataOf, handlerAddresses } from "../access/fill.ts";
import type { Visitor } from "../access/marks.ts";
import { isFullRun } from "../support/full-run.ts";
import { boundary, bytesOf, encoded, inParts, leaves, replaced } from "./encode.ts";
import { isError } from "./fixture.ts";
import { type Asked, handlerBodies } from "./handler-bodies.ts";
import { type Form, hasTextField, isNamed } from "./pages-forms.ts";
import { leftOut, type Shown, shownForms } from "./shown-forms.ts";
import { formValues, jsonValues, pathValues } from "./values.ts";

// Every field that the product takes, from its routes, pages and handlers, with what nobody should send. No answer may
// be a failure of the server; one that was busy (503 with Retry-After) is counted.

const complaints: string[] = [];
afterEach(() => expect(complaints.splice(0)).toEqual([]));
const cast = await everybody({
  onLine: (line, from) => {
    if (from === "error" || isError(line)) complaints.push(line);
  },
});
const { ask, product, runtime, renew } = cast;
const full = isFullRun;
const seed = Number(process.env.SEED ?? 1);
const bodiesWanted = Number(process.env.ABUSE_BODIES ?? (full ? 50_000 : 500));

const viewers: readonly Visitor[] = [
  "guest",
  "client",
  "other client",
  "writer",
  "admin for orders",
  "admin without capabilities",
];
const readers: readonly Visitor[] = [...viewers, "admin for chat", "admin for money", "admin for people"];
const routes = (await addresses()).filter(({ path }) => !leftOut.includes(path));

type Sent = {
  who: Visitor;
  path: string;
  method: string;
  type?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** The body comes in chunks, without its length. */
  chunked?: boolean;
  field: string;
  value: string;
};
type Met = { status: number; text: string };
const trouble: string[] = [];
const counts = { bodies: 0, busy: 0, refused: 0 };
const describeAnswer = ({ who, method, path, type, field, value }: Sent, { status, text }: Met): string =>
  `${status}: ${who} ${method} ${path} (${type ?? "no body"}) ${field} = ${value.slice(0, 60)}: ${text.slice(0, 200)}`;

async function send(sent: Sent): Promise<Met> {
  const { who, path, method, type, body, chunked } = sent;
  const answer = await ask(who, path, {
    method,
    ...(body !== undefined && (chunked ? { body: new Blob([body]).stream(), duplex: "half" } : { body })),
    headers: { accept: "application/json", ...(type && { "content-type": type }), ...sent.headers },
  });
  const met = { status: answer.status, text: await answer.text() };
  if (body !== undefined) counts.bodies += 1;
  if (met.status === 422) counts.refused += 1;
  const to = answer.headers.get("location");
  if (to !== null && new URL(to, product.url).origin !== product.url)
    trouble.push(`${to}: ${describeAnswer(sent, met)}`);
  if (met.status === 503 && answer.headers.has("retry-after")) counts.busy += 1;
  else if (met.status >= 500) trouble.push(describeAnswer(sent, met));
  return met;
}

/** Works through what is asked, six at a time; accounts are put right every now and then. */
async function sendAll(count: number, nth: (index: number) => Sent | null, judge?: (sent: Sent, met: Met) => void) {
  for (let from = 0; from < count; from += 600) {
    let next = from;
    const worker = async () => {
      while (next < Math.min(count, from + 600)) {
        const sent = nth(next++);
        if (!sent) continue;
        const met = await send(sent);
        judge?.(sent, met);
      }
    };
    await Promise.all(Array.from({ length: 6 }, worker));
    await renew();
  }
}

/** Each number below `size` once, in an order that the seed gives. */
const shuffled = (size: number) => {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  let stride = Math.max(1, Math.floor(size * 0.618) + (seed % 97));
  while (common(stride, size) !== 1) stride += 1;
  return (index: number): number => (seed + index * stride) % size;
};
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const shown = await shownForms(cast, readers);
/** Names that no field has. */
const strangeNames = ["__proto__", "a\0b"];
type Field = Shown & { field: string };
const fieldsOf = (method: Form["method"]): Field[] =>
  shown
    .filter(({ form }) => form.method === method)
    .flatMap((one) => [...Object.keys(one.form.fields), ...strangeNames].map((field) => ({ ...one, field })));

// Before the others, which change what pages show.
test("a form that is shown again names the field that cannot be kept", async () => {
  const fields = fieldsOf("post").filter(({ field, isThere }) => isThere && !strangeNames.includes(field));
  let named = 0;
  const silent: string[] = [];
  const order = shuffled(fields.length);
  await sendAll(
    full ? fields.length : Math.ceil(fields.length / 8),
    (index) => {
      const { who, form, field } = pick(fields, order(index));
      const type = "application/x-www-form-urlencoded";
      const body = encoded(form.fields, field, "a%00b");
      return { who, path: form.path, method: "POST", type, body, field, value: "a%00b" };
    },
    (sent, met) => {
      if (isNamed(met.text, sent.field)) named += 1;
      else if (met.status === 422 && hasTextField(met.text, sent.field))
        silent.push(describeAnswer(sent, { ...met, text: String(sent.body) }));
    },
  );
  console.log(`hostile fields of forms: ${named} named of ${fields.length}`);
  expect(trouble.splice(0)).toEqual([]);
  expect(silent).toEqual([]);
  expect(named).toBeGreaterThan(full ? 40 : 0);
});

test(`every field of every form`, async () => {
  const fields = fieldsOf("post");
  expect(fields.length).toBeGreaterThan(200);
  const size = fields.length * formValues.length * 2;
  const order = shuffled(size);
  await sendAll(Math.min(size, Math.ceil(bodiesWanted * 0.7)), (index) => {
    const at = order(index);
    const { who: reader, form, field } = pick(fields, at);
    const value = pick(formValues, Math.floor(at / fields.length));
    const who = index % 4 === 0 ? pick(viewers, Math.floor(index / 4)) : reader;
    const path = at >= size / 2 ? dataOf(form.path) : form.path;
    const asParts = index % 5 === 0;
    const type = asParts ? `multipart/form-data; boundary=${boundary}` : "application/x-www-form-urlencoded";
    const body = asParts ? inParts(form.fields, field, value) : encoded(form.fields, field, value);
    return { who, path, method: "POST", type, body, chunked: index % 7 === 0, field, value };
  });
  expect(trouble.splice(0)).toEqual([]);
});

test("every field of every query, on pages and their data", async () => {
  const fields = fieldsOf("get");
  const values = formValues.filter((value) => value.length < 6_000);
  const size = fields.length * values.length * 2;
  const order = shuffled(size);
  await sendAll(Math.min(size, Math.ceil(bodiesWanted * 0.3)), (index) => {
    const at = order(index);
    const { who, form, field } = pick(fields, at);
    const value = pick(values, Math.floor(at / fields.length));
    const path = `${form.path.split("?")[0]}?${encodeURIComponent(field)}=${value}`;
    return { who, path: at >= size / 2 ? dataOf(path) : path, method: "GET", field, value };
  });
  expect(trouble.splice(0)).toEqual([]);
});

describe("addresses that are no pages", () => {
  const bodies = handlerBodies(cast);

  test("each that takes bodies has a line here", () => {
    const known = handlerAddresses(runtime);
    const taking = known.filter((one) => one.startsWith("POST ") || one === "ALL /api/auth/*");
    expect(Object.keys(bodies).sort()).toEqual(taking.sort());
  });

  test("every field of every body", async () => {
    const fields = Object.values(bodies)
      .flat()
      .flatMap((asked) =>
        ["", ...strangeNames, "constructor", ...leaves(asked.json)].map((field) => ({ asked, field })),
      );
    const size = fields.length * jsonValues.length;
    const order = shuffled(size);
    const bodyOf = ({ json, form }: Asked, field: string, value: string): string =>
      form
        ? encoded(json as Record<string, string>, field, encodeURIComponent(value.replaceAll(/^"|"$/g, "")))
        : replaced(json, field, value);
    const unnamed: string[] = [];
    await sendAll(
      Math.min(size, Math.ceil(bodiesWanted * 0.35)),
      (index) => {
        const at = order(index);
        const { asked, field } = pick(fields, at);
        const value = pick(jsonValues, Math.floor(at / fields.length));
        const type = asked.form ? "application/x-www-form-urlencoded" : "application/json";
        const body = bodyOf(asked, field, value);
        return { who: pick(viewers, index), path: asked.path, method: "POST", type, body, field, value };
      },
      (sent, met) => {
        if (met.status !== 422 || sent.type !== "application/json" || sent.field === "") return;
        const errors = (JSON.parse(met.text) as { errors?: { field: string }[] }).errors ?? [];
        if (errors.length === 0) unnamed.push(describeAnswer(sent, met));
      },
    );
    expect(trouble.splice(0)).toEqual([]);
    expect(unnamed).toEqual([]);
  });
});

test("what an upload is announced with, and the form of a file without scripts", async () => {
  const facts = ["filename", "filetype", "purpose", "about", "__proto__"];
  const numbers = ["upload-length", "upload-offset", "upload-checksum", "upload-metadata", "tus-resumable"];
  const small = formValues.filter((value) => value.length < 6_000);
  const printable = small.filter((value) => value === encodeURIComponent(value) || value.startsWith("%"));
  const usual = { purpose: "order", filename: "a.txt", filetype: "text/plain" };
  const base = { "tus-resumable": "1.0.0", "upload-length": "5" };
  const announce = (field: string, value: string) =>
    Object.entries({ ...usual, [field]: "" })
      .map(([name, one]) => `${name} ${(name === field ? bytesOf(value) : Buffer.from(one)).toString("base64")}`)
      .join(",");
  const asked: Sent[] = [
    ...facts.flatMap((field) =>
      small.map((value): Sent => {
        const headers = { ...base, "upload-metadata": announce(field, value) };
        return { who: "client", path: "/files", method: "POST", headers, field, value };
      }),
    ),
    ...numbers.flatMap((field) =>
      printable.map((value): Sent => {
        const headers = { ...base, "content-type": "application/offset+octet-stream", [field]: value };
        const method = field === "upload-offset" ? "PATCH" : "POST";
        const path = method === "PATCH" ? `/files/${cast.files.order}` : "/files";
        return { who: "client", path, method, headers, body: "hello", field, value };
      }),
    ),
    ...["purpose", "about", "next"].flatMap((field) =>
      small.map((value, at): Sent => {
        const body = inParts({ purpose: "order", about: "", next: "/order" }, field, value);
        const type = `multipart/form-data; boundary=${boundary}`;
        return { who: "client", path: "/files/plain", method: "POST", type, body, chunked: at % 2 === 0, field, value };
      }),
    ),
  ];
  await sendAll(full ? asked.length : Math.ceil(asked.length / 16), (index) => {
    const at = full ? index : shuffled(asked.length)(index);
    return asked[at] ?? null;
  });
  expect(trouble.splice(0)).toEqual([]);
});

test("names in addresses", async () => {
  const patterns = [
    ...routes.map(({ path }) => path),
    ...handlerAddresses(runtime).map((one) => one.split(" ")[1] ?? ""),
  ]
    .filter((path) => /:\w+|\*/.test(path))
    .flatMap((path) =>
      path.startsWith("/api") || path.startsWith("/files") || path.startsWith("/webhooks")
        ? [path]
        : [path, `${path}.data`],
    );
  const size = patterns.length * pathValues.length * readers.length;
  const order = shuffled(size);
  await sendAll(Math.min(size, full ? size : 200), (index) => {
    const at = order(index);
    const value = pick(pathValues, Math.floor(at / patterns.length));
    const who = pick(readers, Math.floor(at / patterns.length / pathValues.length));
    const path = pick(patterns, at).replaceAll(/:\w+|\*/g, () => value);
    return { who, path, method: index % 3 === 0 ? "POST" : "GET", field: "address", value };
  });
  expect(trouble.splice(0)).toEqual([]);
});

test("so many bodies were sent, and nobody was turned away for being one of them", () => {
  console.log(
    `hostile requests: ${counts.bodies} bodies, ${counts.refused} refused by field, ${counts.busy} met a busy server`,
  );
  expect(counts.bodies).toBeGreaterThanOrEqual(bodiesWanted);
});
