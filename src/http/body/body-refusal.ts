/** Why a body was not taken, as an HTTP status; each has its words. */
export type BodyRefusal = 400 | 408 | 413 | 415 | 503;

/** What an expected refusal says, and the type of its problem details. */
export const bodyRefusals: Readonly<Record<BodyRefusal, { type: string; message: string }>> = {
  400: { type: "malformed", message: "What was sent cannot be read. Go back, and send it again." },
  408: { type: "timeout", message: "What was sent did not arrive in time. Check your connection, and send it again." },
  413: { type: "too-large", message: "This is more than we can take at once. Send less, or write to support." },
  415: { type: "unsupported-media-type", message: "This address does not take what was sent in this form." },
  503: { type: "unavailable", message: "Too much is being sent at this moment. Try again in a few seconds." },
};

export type BodyRead<T> = { ok: true; value: T } | { ok: false; status: BodyRefusal };

export const bodyRead = <T>(value: T): BodyRead<T> => ({ ok: true, value });
export const bodyRefused = (status: BodyRefusal): BodyRead<never> => ({ ok: false, status });
