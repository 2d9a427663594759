// `npm start`, as the build writes it to build/start.js.
const unknown = process.argv.slice(2).filter((word) => word !== "--empty");
if (unknown.length > 0) {
  console.error(
    `npm start knows one option, --empty (a real installation without demo data); it does not know ${unknown.join(" ")}.`,
  );
  process.exit(1);
}
if (process.argv.includes("--empty")) process.env.DEMO = "off";
process.env.NODE_ENV = "production";
process.env.UV_THREADPOOL_SIZE ??= "8";
const main = new URL("server/main.js", import.meta.url);
await import(main.href);
