const minute = 60_000;

/**
 * Counts uses by key in the running minute, in this process alone: for cheap handlers where the database would cost more
 * than the work. The returned function gives null while the limit holds, else the seconds to wait.
 */
export function perMinute(): (key: string, most: number, now: Date) => number | null {
  let counts = new Map<string, number>();
  let window = 0;
  return (key, most, now) => {
    const at = Math.floor(now.getTime() / minute);
    if (at !== window) {
      window = at;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most ? null : Math.max(1, Math.ceil(((at + 1) * minute - now.getTime()) / 1000));
  };
}
