// `npm run secret:rotate [-- --new-secret-stdin]`: gives the installation another secret and seals everything anew with it.
import { text } from "node:stream/consumers";
import { rotateInstallation } from "../../src/composition/rotate-secret.ts";
import { hasDatabase } from "../../src/platform/database/embedded/folders.ts";
import { configHere, optionsOf, stop, stopWith } from "../command-line.ts";

const usage = "npm run secret:rotate [-- --new-secret-stdin]";
const wish = optionsOf({ "new-secret-stdin": { type: "boolean", default: false } }, usage);
const config = configHere();
if (!config.databaseUrl && !hasDatabase(config.dataDir)) stop(`There is no installation in ${config.dataDir}.`);
const given = wish["new-secret-stdin"] ? (await text(process.stdin)).trim() : undefined;
const lines = await rotateInstallation(config, given).catch(stopWith);
console.log(lines.join("\n"));
