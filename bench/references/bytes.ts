// The least work for a page: the same bytes with the same headers from bare node.
import { serve } from "./serve.ts";

await serve(({ body = "", headers = "{}" }) => {
  const bytes = Buffer.from(body, "base64");
  const fixed = { ...(JSON.parse(headers) as Record<string, string>), "content-length": String(bytes.length) };
  return (_request, response) => {
    response.writeHead(200, fixed);
    response.end(bytes);
  };
});
