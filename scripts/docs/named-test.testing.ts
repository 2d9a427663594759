import { existsSync, readFileSync } from "node:fs";

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** What is wrong with a test that is named: no such file, or none of this title in it. Null when it is there. */
export function faultOfTest({ file: at, title }: { file: string; title: string }): string | null {
  if (!existsSync(at)) return `no file ${at}`;
  // A title stands first in a call, with its quotes; a quote inside may be escaped.
  const quoted = escaped(title).replace(/["'`]/g, "\\\\?$&");
  const called = new RegExp(`\\(\\s*(["'\`])${quoted}\\1\\s*,`);
  return called.test(readFileSync(at, "utf8")) ? null : `no test "${title}" in ${at}`;
}
