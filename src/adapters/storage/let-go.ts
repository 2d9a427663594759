/**
 * Gives the memory of a written piece back at once. Pieces of uploads come by the thousand, and left to the collector
 * they would make it walk the whole heap for every 64 MB that arrive. Only a piece that is all of its buffer is taken.
 */
export function letGo(piece: Uint8Array): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0);
}
