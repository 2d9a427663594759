import { type Fate, fakeClock, fakeServer, rangeFile, settled } from "./fake-server.testing.ts";
import { type Snapshot, type UploadOptions, uploadTask } from "./upload-task.ts";

export const endpoint = "http://shop.test/files";

/** An upload of so many bytes that has begun; `net` says what becomes of its next requests. */
export const start = (size: number, more: Partial<UploadOptions> = {}) => {
  const server = fakeServer(endpoint);
  const clock = fakeClock();
  const addresses: (string | null)[] = [];
  const { transport } = server;
  const onAddress = (url: string | null) => void addresses.push(url);
  const metadata = { filename: "Ünit 1.pdf" };
  const task = uploadTask(rangeFile(size), { endpoint, metadata, transport, clock, luck: () => 0, onAddress, ...more });
  const seen: Snapshot[] = [];
  task.subscribe((snapshot) => void seen.push(snapshot));
  const net = async (...fates: Fate[]) => {
    for (const fate of fates) {
      await settled();
      const [one] = server.open;
      if (!one) throw new Error(`No request is open for "${fate}".`);
      one.end(fate);
      await settled();
    }
  };
  const lines = () => server.asked.map(({ method, body }) => (body ? `${method} ${body.size}` : method));
  return { server, clock, task, seen, net, addresses, lines };
};
