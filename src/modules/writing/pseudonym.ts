import { publicNumber } from "#src/platform/ids.ts";

/** The name under which clients know a writer: drawn, so that it says nothing about the person. */
export const drawPseudonym = (): string => `Writer ${publicNumber().slice(0, 4)}`;
