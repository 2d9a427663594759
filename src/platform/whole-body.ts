const bodies = new WeakMap<Response, Buffer>();

/** An answer whose bytes are all there: `bytesOf` takes them without a copy, anybody else reads a body as usual. */
export function wholeResponse(bytes: Buffer, init: ResponseInit): Response {
  const body = new ReadableStream<Buffer>(
    {
      pull: (controller) => {
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, init);
  bodies.set(response, bytes);
  return response;
}

/** The bytes of an answer; one that was not made by `wholeResponse` is read to its end. */
export const bytesOf = async (response: Response): Promise<Buffer> =>
  bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
