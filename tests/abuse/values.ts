const long = 1024 * 1024;

/** What a form's field may carry, as it travels: percent-encoded, so that bytes that are no text can be written too. */
export const formValues: readonly string[] = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\u0001\u001b\u007f",
    "\u0085\u009f",
    "\u202e\u2066",
    "\ufeff",
    "\u2028\u2029",
    "\r\n\r\n",
  ],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "[object Object]", "[]", "{}", "null", "undefined"],
  ...["true", "false", "on", "0", "-0", "-1", "1.5", "1,5", "1.5.5", "1e3", "1e400", "0x10", "0b1", "+1", " 1 ", "1_0"],
  ...["Infinity", "-Infinity", "NaN", "٣", "½", "2147483648", "-2147483649", "9007199254740993", "9".repeat(400)],
  ...["Mars/Olympus", "Etc/GMT+99", "+14:00", "+99:99", "utc", "Pacific/Kiritimati", "Pacific/Pago_Pago"],
  ...["9999-12-31", "9999-12-31T23:59", "0001-01-01", "0000-01-01", "-000001-01-01T00:00:00Z", "10000-01-01T00:00"],
  ...["+275760-09-13T00:00:00Z", "+275760-09-14", "-271821-04-19", "294277-01-01", "2026-02-30", "2026-13-01"],
  ...["2026-02-30T25:61", "23:60", "24:00", "2026-03-29T02:30", "2026-W01", "12:00:61"],
  ...["0190a000-0000-7000-8000-000000000000", "00000000-0000-0000-0000-000000000000", "{", "~", "%", "'", "\\", "*_"],
  ...["//evil.example", "\\\\evil.example", "javascript:alert(1)", "../../etc/passwd", "C:\\aux", "a@b@c", "ı@İ.test"],
  ...["x".repeat(300), "x".repeat(20_000), "😀".repeat(3_000), "é".repeat(60_000)],
]
  .map(encodeURIComponent)
  .concat(["%ED%A0%80", "a%ED%BF%BFb", "%FF%FE", "%", "%zz", "%00%00%00", "x".repeat(long)]);

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** What a JSON field may carry, as JSON text: numbers and names that a value of JavaScript would lose are kept. */
export const jsonValues: readonly string[] = [
  ...formValues.slice(0, -1).flatMap((value) => {
    try {
      return [JSON.stringify(decodeURIComponent(value))];
    } catch {
      return [];
    }
  }),
  ...['"\\ud800"', '"a\\udfffb"', '"\\u0000"', "null", "true", "false", "0", "-0", "-1", "1.5", "1e3", "1e999"],
  ...["9007199254740993", "2147483648", "1e-400", "[]", "[1]", '["a","b"]', "{}", '{"__proto__":{"a":1}}'],
  ...['{"constructor":{"prototype":{}}}', '{"toString":1}', '{"length":-1}', '{"then":1}', '{"toJSON":1}'],
  ...[nested(10), nested(60), `[${"1,".repeat(2_000)}1]`, `"${"x".repeat(long)}"`, "undefined", "NaN", "'a'", ""],
];

/** What stands in the place of a name in an address. */
export const pathValues: readonly string[] = [
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "null", "undefined", "0", "-1", "%20", "."],
  ...["%00", "a%00b", "%ED%A0%80", "%FF", "%zz", "%", "%2e%2e", "..%2f..%2f", "%5c", "%0d%0aa:b", "~", "*", "+"],
  ...[
    "0190a000-0000-7000-8000-000000000000",
    "0190A000-0000-7000-8000-00000000000G",
    "x".repeat(5_000),
    "%F0%9F%98%80",
  ],
];
