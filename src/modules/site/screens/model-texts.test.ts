import { expect, test } from "vitest";
import { catalogue } from "#src/modules/catalogue/index.ts";
import { readPage, samplesIn } from "#src/modules/operator/index.server.ts";
import { shippedText } from "#src/modules/operator/pages/pages.ts";

const shipped = samplesIn(readPage(shippedText(process.cwd(), "samples").text, "Samples", {}));
const samples = catalogue.flatMap(({ sample }) => sample ?? []);

test.each(samples)("the model text %s that a service names is there", (sample) => {
  expect(shipped?.map(({ name }) => name)).toContain(`model-${sample}`);
});
