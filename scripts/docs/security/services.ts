type Service = {
  name: string;
  /** Variables that name it, as they begin. */
  variables: readonly string[];
  gets: string;
  /** Time for one call, and what a person sees while it is away. */
  away: string;
};

/** Everything that the server connects to, and only when its variables are set. */
export const services: readonly Service[] = [
  {
    name: "PostgreSQL of the operator",
    variables: ["DATABASE_"],
    gets: "everything but the bytes of files and the secret",
    away: "10 s a statement; 503 in words with Retry-After, public pages as ever",
  },
  {
    name: "Mail server",
    variables: ["SMTP_URL", "MAIL_FROM"],
    gets: "address, subject and text of each mail, by TLS with a checked certificate",
    away: "30 s a step; mails wait up to three days, nothing else stops",
  },
  {
    name: "Store that speaks S3",
    variables: ["S3_"],
    gets: "bytes of files under our own ids, no names",
    away: "3 s to connect, 30 s a call; uploads pause, orders continue without files",
  },
  {
    name: "Bucket for backups",
    variables: [
      ...["BACKUP_S3_ENDPOINT", "BACKUP_S3_BUCKET", "BACKUP_S3_REGION", "BACKUP_S3_PREFIX"],
      ...["BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY", "BACKUP_S3_FORCE_PATH_STYLE"],
    ],
    gets: "whole backups, encrypted with BACKUP_KEY where that is set",
    away: "3 s to connect, 30 s a call; the backup is tried again, nothing else stops",
  },
  {
    name: "Server for error reports",
    variables: ["SENTRY_DSN"],
    gets: "kind and places of an error, ids, the pattern of an address; no words of people or of the error",
    away: "5 s a report, 30 a minute; a warning in the log, nothing else",
  },
  {
    name: "Collector of traces",
    variables: [
      ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"],
      ...["OTEL_SERVICE_NAME", "OTEL_TRACES_SAMPLER_ARG"],
    ],
    gets: "patterns of addresses, names of steps, status and time",
    away: "10 s a batch; spans are dropped, nothing else stops",
  },
  {
    name: "Malware scanner",
    variables: ["CLAMD_URL"],
    gets: "bytes of files",
    away: "files stay unchecked and with their owner",
  },
  {
    name: "Stripe",
    variables: ["STRIPE_"],
    gets: "amount and number of the order; the card is typed at Stripe",
    away: "10 s a call; other ways to pay, the order stays payable",
  },
  {
    name: "PayPal",
    variables: ["PAYPAL_"],
    gets: "amount and number of the order",
    away: "10 s a call; other ways to pay, the order stays payable",
  },
  {
    name: "Google",
    variables: ["GOOGLE_"],
    gets: "that somebody signs in here",
    away: "3 s to connect, 10 s a call; a sentence, and the other ways in",
  },
  {
    name: "Apple",
    variables: ["APPLE_"],
    gets: "that somebody signs in here",
    away: "3 s to connect, 10 s a call; a sentence, and the other ways in",
  },
  {
    name: "Counter of visits",
    variables: ["ANALYTICS_URL"],
    gets: "from the browser: public pages that were read, of visitors who agreed",
    away: "nothing",
  },
];
