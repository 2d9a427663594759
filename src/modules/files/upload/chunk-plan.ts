/** Up to this many bytes travel in one request; it is also the first chunk of a longer upload (decisions 7). */
export const FIRST_CHUNK = 262_144;
/** A chunk below this doubles after it succeeded. */
export const CHUNK_TOP = 33_554_432;

export const inOneRequest = (total: number): boolean => total <= FIRST_CHUNK;

export const nextChunk = (size: number): number => (size < CHUNK_TOP ? size * 2 : size);
