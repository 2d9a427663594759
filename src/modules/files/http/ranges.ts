import type { Range } from "../ports.ts";

type Wanted = Range | "whole" | "outside";

/**
 * One byte range as RFC 9110 section 14 has it. Several ranges, other units and nonsense are answered with the whole
 * file; a start beyond the end is "outside". If-Range with another ETag asks for the whole file.
 */
export function wantedRange(header: string | null, ifRange: string | null, etag: string, size: number): Wanted {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!found || (ifRange !== null && ifRange !== etag)) return "whole";
  const [, from = "", to = ""] = found;
  if (from === "" && to === "") return "whole";
  if (from === "") {
    const last = Math.min(Number(to), size);
    return last === 0 ? "outside" : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < start) return "whole";
  return start >= size ? "outside" : { start, end };
}
