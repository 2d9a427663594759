// Asks the process of this container whether it lives. Exit code 0: it does.
const { PORT = "3000" } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/healthz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => null,
);
process.exit(answer?.ok ? 0 : 1);
