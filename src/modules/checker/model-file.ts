import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Model, readModel } from "./domain/model.ts";

/** Where the model lies, from the product's home: one file that an operator may replace or remove. */
export const modelFile = (home: string): string => join(home, "models", "ai-checker.bin.br");

/** A model and the SHA-256 of its file; null when there is none, or none that this engine can use. */
export function loadModel(file: string): { model: Model; sha256: string } | null {
  if (!existsSync(file)) return null;
  const packed = readFileSync(file);
  try {
    const model = readModel(brotliDecompressSync(packed));
    return model && { model, sha256: createHash("sha256").update(packed).digest("hex") };
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
