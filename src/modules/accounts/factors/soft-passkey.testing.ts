import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const b64 = (bytes: Buffer): string => bytes.toString("base64url");
const sha = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

/** The few forms of CBOR (RFC 8949) that WebAuthn needs: small numbers, bytes, text, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    return count < 256
      ? Buffer.from([(major << 5) | 24, count])
      : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

type Question = { challenge: string; user?: { id: string } };
type Wrongs = {
  origin?: string;
  host?: string;
  /** 1 present, 4 verified, 64 with a key. */
  flags?: number;
  challenge?: string;
  counter?: number;
  userHandle?: string;
};

/** A passkey in software (ES256): answers questions as a device does, or wrongly where a test says so. */
export function softPasskey(home: { origin: string; host: string }) {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const id = randomBytes(16);
  const jwk = publicKey.export({ format: "jwk" });
  const cose = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(jwk.x ?? "", "base64url")],
    [-3, Buffer.from(jwk.y ?? "", "base64url")],
  ]);
  let counter = 0;
  let owner = "";
  const clientData = (type: string, { challenge }: Question, wrong: Wrongs): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? home.origin,
        crossOrigin: false,
      }),
    );
  const authData = (flags: number, wrong: Wrongs): Buffer => {
    counter = wrong.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha(wrong.host ?? home.host), Buffer.from([wrong.flags ?? flags]), count]);
  };
  return {
    id: b64(id),
    /** What a browser gives for `navigator.credentials.create`. */
    create: (question: unknown, wrong: Wrongs = {}): string => {
      const asked = question as Question;
      owner = asked.user?.id ?? "";
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([authData(1 | 4 | 64, wrong), Buffer.alloc(16), length, id, cbor(cose)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", data],
      ]);
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(clientData("webauthn.create", asked, wrong)),
          attestationObject: b64(cbor(attestation)),
          transports: ["internal"],
        },
      });
    },
    /** What a browser gives for `navigator.credentials.get`. */
    get: (question: unknown, wrong: Wrongs = {}): string => {
      const client = clientData("webauthn.get", question as Question, wrong);
      const data = authData(1 | 4, wrong);
      const signature = sign("sha256", Buffer.concat([data, sha(client)]), privateKey);
      return JSON.stringify({
        id: b64(id),
        rawId: b64(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(signature),
          userHandle: wrong.userHandle ?? owner,
        },
      });
    },
  };
}
