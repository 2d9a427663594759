/**
 * Gives the memory of a sent or written piece back at once. Pieces of files come by the thousand, and left to the
 * collector they would make it walk the whole heap for every 64 MB. Only a piece that is all of its buffer is taken.
 */
export function releaseBuffer(piece: Uint8Array): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0);
}
