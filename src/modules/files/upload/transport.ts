export type Ask = {
  readonly method: "POST" | "HEAD" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Blob;
  /** Bytes of the body that left this device. */
  readonly onProgress?: (sent: number) => void;
  readonly signal: AbortSignal;
};

export type Answer = {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
};

/** Carries one request. Rejects when no answer came: cut, silent for too long, or stopped by the signal. */
export type Transport = (ask: Ask) => Promise<Answer>;
