declare module "virtual:public-pages" {
  /** The screens of public pages by the id of their route. */
  export const pages: Readonly<
    Record<string, () => Promise<{ default: import("react").ComponentType<Record<string, unknown>> }>>
  >;
}

interface ImportMetaEnv {
  /** What the build of the public pages wrote; null in development. */
  readonly PUBLIC_SCRIPTS: import("./visitor-page.ts").PublicScripts | null;
}
