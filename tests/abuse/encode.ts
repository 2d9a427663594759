/** A form, percent-encoded; `value` stands in it as it is. */
export const encoded = (fields: Readonly<Record<string, string>>, field: string, value: string): string =>
  [
    ...Object.entries(fields)
      .filter(([name]) => name !== field)
      .map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
    `${encodeURIComponent(field)}=${value}`,
  ].join("&");

export const boundary = "----a-boundary-that-no-value-holds";
/** The bytes that a percent-encoded value stands for; what is no such code stays as it is. */
export const bytesOf = (value: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    value.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );

/** The same as a form of parts; a value's bytes as they are, also in the place of a name. */
export function inParts(
  fields: Readonly<Record<string, string>>,
  field: string,
  value: string,
): Uint8Array<ArrayBuffer> {
  const others = Object.entries(fields).filter(([name]) => name !== field);
  const part = (name: string, bytes: Buffer) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ];
  const parts = [...others.map(([name, one]) => part(name, Buffer.from(one))), part(field, bytesOf(value))];
  return Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]);
}

/** The names of the leaves of a body, with dots. */
export const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, one]) => [
        ...(path ? [] : [name]),
        ...leaves(one, path ? `${path}.${name}` : name),
      ])
    : path.includes(".")
      ? [path]
      : [];

/** The body's JSON text with one field replaced by JSON text. */
export function replaced(json: unknown, field: string, text: string): string {
  if (field === "") return text;
  const [name = "", ...rest] = field.split(".");
  const object = typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  const members = Object.entries(object)
    .filter(([one]) => one !== name)
    .map(([one, value]) => `${JSON.stringify(one)}:${JSON.stringify(value) ?? "null"}`);
  return `{${[...members, `${JSON.stringify(name)}:${replaced(object[name], rest.join("."), text)}`].join(",")}}`;
}
