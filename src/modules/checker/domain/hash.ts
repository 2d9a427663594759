/** A 32-bit hash of a text, from `seed` on. */
export function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** One more part of a chain of hashes. */
export const chain = (hash: number, part: number): number => Math.imul(hash ^ part, 0x85ebca6b) ^ (hash >>> 13);

/** Spreads the bits of a hash over all 32, unsigned. */
export function mix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}
