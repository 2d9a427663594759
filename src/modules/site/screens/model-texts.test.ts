import { expect, test } from "vitest";
import { catalogue } from "#src/modules/catalogue/index.ts";
import { modelFor } from "./model-texts.server.ts";

const samples = catalogue.flatMap(({ sample }) => sample ?? []);

test.each(samples)("the model text %s that a service names is there", (sample) => {
  expect(modelFor(sample)?.name).toBe(sample);
});
