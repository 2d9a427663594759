// Opens event streams and keeps them open until it is killed. Reads its order as JSON, prints how many stand.
import { once } from "node:events";
import { connect } from "node:net";

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const { port, requests } = JSON.parse(Buffer.concat(chunks).toString()) as { port: number; requests: string[] };

let open = 0;
const one = async (request: string): Promise<void> => {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("close", () => {
    open -= 1;
  });
  socket.write(request);
  const [head] = (await once(socket, "data")) as [Buffer];
  if (!head.includes("200 OK")) throw new Error(`a stream was refused: ${head.toString().slice(0, 300)}`);
  open += 1;
  socket.on("data", () => undefined);
};
for (let from = 0; from < requests.length; from += 25) await Promise.all(requests.slice(from, from + 25).map(one));
process.stdout.write(`${open}\n`);
process.on("SIGUSR2", () => process.stdout.write(`${open}\n`));
