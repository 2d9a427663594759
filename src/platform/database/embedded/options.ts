import type { Address } from "./socket.ts";

/** Marks our own servers: a server that somebody else started on the folder is joined but never stopped. */
export const clusterName = "paperwright";

const tuned = ["shared_buffers=64MB", "max_connections=50", "jit=off", "wal_compression=on", "timezone=UTC"];

const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];

// No statement, value or name of a person reaches the server's log: the application logs its errors itself.
const quietLog = [
  "logging_collector=off",
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  "log_statement=none",
  "log_checkpoints=off",
  "log_timezone=UTC",
];

/** The server's command line. `flags` ("name=value") come last and win. */
export const serverOptions = (cluster: string, address: Address, flags: readonly string[]): string[] => {
  const listenOn =
    address.transport === "tcp"
      ? [`listen_addresses=${address.host}`, "unix_socket_directories="]
      : ["listen_addresses=", `unix_socket_directories=${address.host}`, "unix_socket_permissions=0700"];
  const settings = [
    `cluster_name=${clusterName}`,
    `port=${address.port}`,
    ...listenOn,
    ...tuned,
    ...durable,
    ...quietLog,
    ...flags,
  ];
  return ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])];
};
