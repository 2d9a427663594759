// `npm start`, as the build writes it to build/start.js.
const options = {
  "--empty": "a real installation without demo data",
  "--accept-copy": "checks a data folder that was copied while its installation ran, and takes it when it is sound",
  "--release": "lets leave what is held after a restore or on a copy: e-mails, webhooks, refunds",
  "--role": "web, worker or all: what this process does of the work of an installation with several",
};
const unknown = process.argv.slice(2).filter((word, at, all) => !(word in options) && all[at - 1] !== "--role");
if (unknown.length > 0) {
  const known = Object.entries(options).map(([name, meaning]) => `${name} (${meaning})`);
  console.error(`npm start does not know ${unknown.join(" ")}; it knows ${known.join(", ")}.`);
  process.exit(1);
}
if (process.argv.includes("--empty")) process.env.DEMO = "off";
process.env.NODE_ENV = "production";
process.env.UV_THREADPOOL_SIZE ??= "8";
const main = new URL("server/main.js", import.meta.url);
await import(main.href);
