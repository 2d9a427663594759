import { createHash } from "node:crypto";
import type { BrandPicture } from "#src/modules/operator/index.server.ts";
import { done, invalid, type Outcome } from "#src/shared/outcome.ts";
import { cleanSvg } from "./clean-svg.ts";

export const slots = ["light", "dark", "icon"] as const;
export type Slot = (typeof slots)[number];

const mostBytes = 512 * 1024;
/** A PNG of more is not opened: a small file can hold a picture that fills the memory. */
const mostPixels = 16_000_000;
const least = { logo: 320, icon: 512 };

/** A picture as it is kept: cleaned, its size known. */
export type ReadPicture = { picture: BrandPicture; data: string };

const startsWith = (bytes: Buffer, ...signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** What a file is by its first bytes, whatever its name says. */
function kindOf(bytes: Buffer): "png" | "svg" | "JPEG" | "GIF" | "WebP" | "PDF" | null {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return "JPEG";
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38)) return "GIF";
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return "PDF";
  if (bytes.subarray(8, 12).toString("latin1") === "WEBP") return "WebP";
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString("utf8")) ? "svg" : null;
}

type Drawn = { bytes: Buffer; type: "svg" | "png"; width: number; height: number };

const refusal = (slot: Slot, message: string) => invalid([{ path: slot, message }]);

/** Draws it once: what cannot be drawn here is shown nowhere. A PNG is written anew, so nothing travels along with it. */
async function drawn(bytes: Buffer, type: "svg" | "png"): Promise<Drawn | null> {
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, pages: 1, failOn: "error" })
      .timeout({ seconds: 5 })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { bytes: type === "png" ? data : bytes, type, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

/** Width and height as the head of a PNG says them, before any of it is opened. */
const headOf = (bytes: Buffer): { width: number; height: number } =>
  bytes.length < 24 ? { width: 0, height: 0 } : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };

function wrongSize(
  slot: Slot,
  type: "svg" | "png",
  { width, height }: { width: number; height: number },
): string | null {
  if (slot === "icon") {
    if (Math.abs(width - height) > Math.max(width, height) * 0.02) return "An icon is square. This picture is not.";
    return type === "png" && width < least.icon
      ? `At least ${least.icon} pixels wide. This picture has ${width}.`
      : null;
  }
  return type === "png" && width < least.logo ? `At least ${least.logo} pixels wide. This picture has ${width}.` : null;
}

function cleaned(bytes: Buffer, slot: Slot): Outcome<{ bytes: Buffer; type: "svg" | "png" }> {
  const kind = kindOf(bytes);
  if (kind === "png") {
    const { width, height } = headOf(bytes);
    return width * height > mostPixels || width === 0
      ? refusal(slot, "This PNG has more than 16 million pixels. Save a smaller one.")
      : done({ bytes, type: "png" });
  }
  if (kind !== "svg")
    return refusal(
      slot,
      kind ? `This file is a ${kind}. Use SVG or PNG.` : "This file is not a picture. Use SVG or PNG.",
    );
  const clean = cleanSvg(bytes.toString("utf8"));
  return clean.ok
    ? done({ bytes: Buffer.from(clean.svg), type: "svg" })
    : refusal(slot, `This SVG cannot be used. ${clean.why}`);
}

/** A picture that somebody sends for a place of the brand: cleaned, or refused in words beside that place. */
export async function readPicture(slot: Slot, name: string, sent: Buffer): Promise<Outcome<ReadPicture>> {
  if (sent.length === 0) return refusal(slot, "Choose a file first.");
  if (sent.length > mostBytes) return refusal(slot, "Larger than 512\u00a0KB.");
  const clean = cleaned(sent, slot);
  if (!clean.ok) return clean;
  const picture = await drawn(clean.value.bytes, clean.value.type);
  if (!picture) return refusal(slot, "This picture cannot be shown. Save it again, then send it.");
  const { bytes, type, width, height } = picture;
  const wrong = wrongSize(slot, type, picture);
  if (wrong) return refusal(slot, wrong);
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  const shownName = name.replaceAll(/[\p{Cc}/\\]/gu, "").slice(-80) || `${slot}.${type}`;
  return done({
    picture: { id, type, name: shownName, bytes: bytes.length, width, height },
    data: bytes.toString("base64"),
  });
}
