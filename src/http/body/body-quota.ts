const mib = 1024 * 1024;

/** How much of bodies under way may lie in memory: in sum, and from one address. */
const most = { inSum: 64 * mib, perAddress: 16 * mib };

export type Reservation = { add: (bytes: number) => boolean; release: () => void };
export type BodyQuota = (address: string) => Reservation;

/** Counts the bytes of bodies that are being read. `add` says false, and counts nothing, when there is no room left. */
export function openBodyQuota(limits = most): BodyQuota {
  let sum = 0;
  const held = new Map<string, number>();
  return (address) => {
    let mine = 0;
    const change = (bytes: number): void => {
      mine += bytes;
      sum += bytes;
      const left = (held.get(address) ?? 0) + bytes;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    };
    return {
      add: (bytes) => {
        if (sum + bytes > limits.inSum || (held.get(address) ?? 0) + bytes > limits.perAddress) return false;
        change(bytes);
        return true;
      },
      release: () => change(-mine),
    };
  };
}
