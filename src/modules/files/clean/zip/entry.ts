/** One file of an archive as the central directory describes it; `from` to `to` are its packed bytes. */
export type Entry = {
  name: string;
  rawName: Uint8Array;
  utf8: boolean;
  method: number;
  crc: number;
  size: number;
  packed: number;
  header: number;
  from: number;
  to: number;
  link: boolean;
  encrypted: boolean;
};
