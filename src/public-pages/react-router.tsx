/**
 * What public pages use of React Router, for the browser: links and forms are the browser's own, a page is one
 * document. The build of the public pages takes this file in React Router's place; the server renders with the real one.
 */
import {
  type AnchorHTMLAttributes,
  createContext,
  type FormHTMLAttributes,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from "react";
import type { PageData } from "./visitor-page.ts";

export type ShownPage = PageData & { readonly outlets: readonly ReactNode[] };
export const ShownPageContext = createContext<ShownPage | null>(null);
const LevelContext = createContext(0);

const usePage = (): ShownPage => {
  const page = useContext(ShownPageContext);
  if (!page) throw new Error("A public page was drawn without its data.");
  return page;
};

export const useLocation = () => usePage().location;
export const useMatches = () => usePage().matches.map(({ id, data }) => ({ id, loaderData: data }));
export const useRouteLoaderData = (id: string): unknown => usePage().matches.find((match) => match.id === id)?.data;

/** The page inside a layout. */
export const Outlet = (): ReactNode => {
  const level = useContext(LevelContext) + 1;
  const inner = usePage().outlets[level];
  return <LevelContext value={level}>{inner}</LevelContext>;
};

const sending: { form: FormData | undefined; readonly watchers: Set<() => void> } = {
  form: undefined,
  watchers: new Set(),
};
const setSending = (form: FormData | undefined) => {
  sending.form = form;
  for (const watch of sending.watchers) watch();
};
// A page restored from the browser's cache sends nothing any more.
addEventListener("pageshow", () => setSending(undefined));
// Whoever stops a page on its way stays on this one.
(window as Window & { navigation?: EventTarget }).navigation?.addEventListener("navigateerror", () =>
  setSending(undefined),
);

const watchSending = (watch: () => void) => {
  sending.watchers.add(watch);
  return () => void sending.watchers.delete(watch);
};

/** "submitting" from the press on a form's button until the next document, with what the form sends. */
export const useNavigation = () => {
  const formData = useSyncExternalStore(
    watchSending,
    () => sending.form,
    () => undefined,
  );
  return { state: formData ? "submitting" : "idle", formData };
};

/** Each answer is a document of its own. */
export const useActionData = () => undefined;

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  to: string;
  reloadDocument?: boolean;
  preventScrollReset?: boolean;
  prefetch?: string;
};

export const Link = ({ to, reloadDocument, preventScrollReset, prefetch, ...rest }: LinkProps) => (
  <a {...rest} href={to} />
);

/** A link that says when it is the page itself; with `end` only on exactly this address. */
export const NavLink = ({ end, ...rest }: LinkProps & { end?: boolean }) => {
  const { pathname } = useLocation();
  const current = pathname === rest.to || (!end && pathname.startsWith(`${rest.to.replace(/\/$/, "")}/`));
  return <Link {...rest} {...(current && { "aria-current": "page" as const })} />;
};

type FormProps = FormHTMLAttributes<HTMLFormElement> & { reloadDocument?: boolean; replace?: boolean };

export const Form = ({ reloadDocument, replace, action, onSubmit, ...rest }: FormProps) => {
  const { pathname, search } = useLocation();
  return (
    <form
      method="get"
      {...rest}
      action={typeof action === "string" ? action : pathname + search}
      onSubmit={(event) => {
        onSubmit?.(event);
        if (event.defaultPrevented || reloadDocument) return;
        const sent = new FormData(event.currentTarget);
        // In the next task, so that the button that was pressed is sent with the form.
        setTimeout(setSending, 0, sent);
      }}
    />
  );
};

/** Sends fields to the page's own action, as a form of the page would. */
export const useSubmit = () => submit;

function submit(fields: FormData | Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.hidden = true;
  const entries = fields instanceof FormData ? [...fields] : Object.entries(fields);
  for (const [name, value] of entries) {
    const input = document.createElement("input");
    input.name = name;
    input.value = String(value);
    form.append(input);
  }
  document.body.append(form);
  setSending(new FormData(form));
  form.submit();
}

const Nothing = () => null;

/** Written by the server; the browser leaves them as they are. */
export { Nothing as Links, Nothing as Meta, Nothing as Scripts, Nothing as ScrollRestoration };

/** Pages that failed take the whole application: here nothing is an error of a route. */
export const isRouteErrorResponse = (_error: unknown): _error is { status: number; data: { message?: unknown } } =>
  false;

/** Answers of clientLoaders and clientActions, which public pages do not have. */
export const data = <T,>(value: T): T => value;

/** For loaders and actions, which stay on the server. */
export const redirect = (): never => {
  throw new Error("Only the server sends people elsewhere.");
};
