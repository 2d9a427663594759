declare module "wawoff2" {
  const library: { decompress: (packed: Uint8Array) => Promise<Uint8Array> };
  export default library;
}
