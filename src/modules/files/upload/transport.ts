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

/** So long may a request be silent while it sends, and so long may the server think after the last byte. */
const silentMs = 30_000;
const thinkingMs = 120_000;

const answerOf = (request: XMLHttpRequest): Answer => ({
  status: request.status,
  header: (name) => request.getResponseHeader(name),
  body: request.responseText,
});

const open = ({ method, url, headers }: Ask): XMLHttpRequest => {
  const request = new XMLHttpRequest();
  request.open(method, url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return request;
};

/** XMLHttpRequest, because `fetch` does not report how much was sent. */
export const xhrTransport: Transport = (ask) =>
  new Promise((resolve, reject) => {
    ask.signal.throwIfAborted();
    const request = open(ask);
    let watch: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const within = (time: number) => {
      clearTimeout(watch);
      watch = setTimeout(stop, time);
    };
    const end = () => {
      clearTimeout(watch);
      ask.signal.removeEventListener("abort", stop);
    };
    ask.signal.addEventListener("abort", stop);
    if (ask.body) {
      request.upload.onprogress = ({ loaded }) => {
        within(silentMs);
        ask.onProgress?.(loaded);
      };
      request.upload.onload = () => within(thinkingMs);
    }
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => reject(new Error("No answer came."));
    request.onabort = () => reject(new Error("The request was stopped."));
    request.onloadend = end;
    within(silentMs);
    request.send(ask.body ?? null);
  });
