/**
 * What nothing uses. `knip` sees everything; `knip --production` starts from the entries marked `!` alone, so that a test
 * keeps nothing alive. There, what a file uses itself may be exported for its test.
 */
export default ({ production = false }: { production?: boolean }) => ({
  entry: [
    "scripts/{,commands/}*.{ts,js}!",
    "!scripts/*.test.ts!",
    "src/main.ts!",
    "src/composition/build-app.ts!",
    // The page of all components, in development only: production counts what the product uses.
    "dev/components/page.tsx",
    "src/modules/files/clean/worker.ts!",
    "src/modules/checker/worker.ts!",
    "src/modules/pricing/editor/trial-worker.ts!",
    "src/ui/drawing-frame.ts!",
    "src/public-pages/entry.tsx!",
    "src/public-pages/react-router.tsx!",
    "bench/*.bench.ts",
    "bench/references/*.ts",
    "bench/support/*-client.ts",
    "fakes/*.ts",
    "{deploy,src,scripts,tests}/**/*.{test,journey}.{ts,tsx}",
  ],
  project: [
    "src/**/*.{ts,tsx}!",
    "scripts/**/*.{ts,js}!",
    "!**/*.{test,testing,test-support,contract}.{ts,tsx}!",
    "!src/modules/files/clean/samples/**!",
    "{deploy,tests}/**/*.ts",
    "bench/**/*.ts",
    "dev/**/*.tsx",
    "fakes/**/*.ts",
  ],
  ignoreExportsUsedInFile: production,
  ignoreDependencies: ["@fontsource-variable/.*", "@fontsource/.*"],
  ignoreBinaries: ["unshare", "mount", "umount", "apt-get", "openssl", "sha256sum"],
});
