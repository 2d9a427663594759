// Plain JavaScript on purpose: it must load on an old Node to say what is wrong.
if (Number(process.versions.node.split(".")[0]) < 26) {
  console.error(
    `Paperwright brings its own Node 26, but this is ${process.version}. Run "npm ci" again without --omit=optional, and start it with npm.`,
  );
  process.exit(1);
}
