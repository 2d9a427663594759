import type { Provider } from "../../domain/providers.ts";

const Google = () => (
  <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
    <path
      fill="#4285F4"
      d="M22 12.2c0-.7-.06-1.4-.18-2H12v3.9h5.6a4.8 4.8 0 0 1-2.1 3.1v2.6h3.4c2-1.8 3.1-4.5 3.1-7.6z"
    />
    <path
      fill="#34A853"
      d="M12 22.3c2.8 0 5.2-.9 6.9-2.5l-3.4-2.6c-.9.6-2.1 1-3.5 1-2.7 0-5-1.8-5.8-4.3H2.7v2.7A10.3 10.3 0 0 0 12 22.3z"
    />
    <path fill="#FBBC05" d="M6.2 13.9a6.2 6.2 0 0 1 0-3.9V7.3H2.7a10.3 10.3 0 0 0 0 9.3z" />
    <path fill="#EA4335" d="M12 5.7c1.5 0 2.9.5 4 1.6l3-3A10.3 10.3 0 0 0 2.7 7.3L6.2 10c.8-2.5 3.1-4.3 5.8-4.3z" />
  </svg>
);

const Apple = () => (
  <svg className="i" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d="M16.7 12.7c0-2.3 1.9-3.4 2-3.5-1.1-1.6-2.8-1.8-3.4-1.8-1.4-.1-2.8.9-3.5.9s-1.8-.8-3-.8c-1.5 0-2.9.9-3.7 2.3-1.6 2.7-.4 6.8 1.1 9 .8 1.1 1.7 2.3 2.9 2.3s1.6-.8 3-.8 1.8.8 3 .7c1.2 0 2-1.1 2.8-2.2.9-1.3 1.2-2.5 1.3-2.6-.1 0-2.5-1-2.5-3.5zM14.4 6c.6-.8 1.1-1.8.9-2.9-.9 0-2 .6-2.7 1.4-.6.7-1.1 1.7-1 2.7 1.1.1 2.1-.5 2.8-1.2z" />
  </svg>
);

const marks = { google: Google, apple: Apple } as const satisfies Record<Provider, () => React.ReactNode>;

/** The sign by which people know the provider: drawn for this product, from no one's file. */
export const ProviderMark = ({ provider }: { provider: Provider }) => {
  const Mark = marks[provider];
  return <Mark />;
};
