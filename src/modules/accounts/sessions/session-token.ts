import { hashOf } from "#src/platform/ids.ts";

/** What the database knows of a session's token. */
export const hashToken = (token: string): string => `sha256:${hashOf(token)}`;
