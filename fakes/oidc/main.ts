// Fakes for Google and Apple as one process: node fakes/oidc/main.ts --port 4790 --app http://localhost:3000
import { parseArgs } from "node:util";
import { startOidc } from "./start.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "4790" }, app: { type: "string", default: "http://localhost:3000" } },
});
const port = Number(values.port);
const google = await startOidc({ kind: "google", app: values.app, port });
const apple = await startOidc({ kind: "apple", app: values.app, port: port + 1 });

const oneLine = (text: string): string => text.replaceAll("\n", "\\n");
console.log(`Fake for Google at ${google.issuer}, for Apple at ${apple.issuer}, for the app at ${values.app}.`);
console.log("Start the product with:");
for (const [name, value] of Object.entries({ ...google.env, ...apple.env }))
  console.log(`  export ${name}='${oneLine(value)}'`);

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void Promise.all([google.close(), apple.close()]).then(() => process.exit(0)));
