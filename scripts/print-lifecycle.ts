import { writeFile } from "node:fs/promises";
import { lifecycleDocument } from "#src/modules/orders/domain/lifecycle-document.ts";

const page = new URL("../docs/lifecycle.md", import.meta.url);

if (import.meta.main) await writeFile(page, lifecycleDocument());
