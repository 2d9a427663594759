import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as the fake server took it. */
export type TakenMail = {
  from: string;
  /** Recipients of the envelope, and nothing else. */
  to: string[];
  /** Names in lower case; folded lines are joined. */
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
};

export type Answer = { code: number; text: string };

export type SmtpOptions = {
  port?: number;
  /** TLS from the first byte, with a certificate that nobody trusts. */
  tls?: boolean;
  user?: { name: string; password: string };
  /** An answer other than yes at one step of the dialogue; undefined takes it. */
  refuse?: (step: "MAIL" | "RCPT" | "DATA", address: string) => Answer | undefined;
  /** Waits before it answers a whole mail, for a slow server. */
  before?: (mail: TakenMail) => Promise<void>;
};

export type FakeSmtp = {
  url: string;
  mails: TakenMail[];
  /** How many connections came in so far. */
  connections: () => number;
  /** Resolves with the first mail to an address, now or when it arrives: mails to others may come in between. */
  mailTo: (address: string) => Promise<TakenMail>;
  close: () => Promise<void>;
};

/** A mail server that speaks SMTP, keeps what it takes, and refuses on demand. */
export async function startSmtp(options: SmtpOptions = {}): Promise<FakeSmtp> {
  const mails: TakenMail[] = [];
  const waiting = new Set<() => void>();
  let connections = 0;
  const check = (step: "MAIL" | "RCPT" | "DATA", address: string): Error | null => {
    const answer = options.refuse?.(step, address);
    return answer ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null;
  };
  const server = new SMTPServer({
    secure: options.tls ?? false,
    disabledCommands: options.user ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    allowInsecureAuth: true,
    authOptional: !options.user,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) => {
      const right = username === options.user?.name && password === options.user?.password;
      done(
        right ? null : Object.assign(new Error("Authentication failed"), { responseCode: 535 }),
        right ? { user: username } : undefined,
      );
    },
    onMailFrom: ({ address }, _session, done) => done(check("MAIL", address)),
    onRcptTo: ({ address }, _session, done) => done(check("RCPT", address)),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const to = envelope.rcptTo.map((r) => r.address);
        const mail = readMail(
          Buffer.concat(chunks).toString("utf8"),
          envelope.mailFrom ? envelope.mailFrom.address : "",
          to,
        );
        const refused = check("DATA", to[0] ?? "");
        if (refused) return done(refused);
        await options.before?.(mail);
        mails.push(mail);
        for (const wake of waiting) wake();
        done(null);
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(options.port ?? 0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const login = options.user
    ? `${encodeURIComponent(options.user.name)}:${encodeURIComponent(options.user.password)}@`
    : "";
  return {
    url: `${options.tls ? "smtps" : "smtp"}://${login}127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    mailTo: (address) =>
      new Promise((resolve) => {
        const look = () => {
          const mail = mails.find(({ to }) => to.includes(address));
          if (!mail) return;
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Reads what this product sends: two quoted-printable or plain parts in one multipart/alternative. */
function readMail(raw: string, from: string, to: string[]): TakenMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  const parts = boundary
    ? `\r\n${body}`
        .split(`\r\n--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.slice(2)))
    : [];
  const part = (type: string) => {
    const found = parts.find((p) => p.headers["content-type"]?.startsWith(type));
    return found ? decode(found.body, found.headers["content-transfer-encoding"] ?? "") : "";
  };
  return { from, to, headers, text: part("text/plain"), html: part("text/html"), raw };
}

function split(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const rows = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers: Record<string, string> = {};
  for (const row of rows) {
    const colon = row.indexOf(":");
    const name = row.slice(0, colon).toLowerCase();
    headers[name] = name in headers ? `${headers[name]}, ${row.slice(colon + 1).trim()}` : row.slice(colon + 1).trim();
  }
  return { headers, body: raw.slice(end + 4) };
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8").replaceAll("\r\n", "\n");
}
