// The least work for a price: parse the JSON, price it, stringify; nothing is checked, stored or limited.
import { defaultMinimumLeadHours, defaultPricingTable } from "../../src/modules/pricing/domain/default-table.ts";
import { makeQuote } from "../../src/modules/pricing/index.ts";
import { serve } from "./serve.ts";

await serve(() => (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const quote = makeQuote(defaultPricingTable, JSON.parse(Buffer.concat(chunks).toString()), {
      mode: "json",
      now: new Date(),
      minimumLeadHours: defaultMinimumLeadHours,
    });
    const body = JSON.stringify(quote.ok ? quote.value : quote);
    response.writeHead(200, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
