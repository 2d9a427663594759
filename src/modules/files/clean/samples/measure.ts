// Cleans one file in a process of its own and says how much memory it took: node measure.ts <file> <mime>
import { clean } from "../clean.ts";

const [, , path = "", mime = ""] = process.argv;
const before = process.resourceUsage().maxRSS;
const { result } = await clean(path, `${path}.clean`, mime);
const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
process.stdout.write(JSON.stringify({ result, megabytes }));
