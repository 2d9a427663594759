import { StrictMode } from "react";
import { HydratedRouter } from "react-router/dom";
import { keepMovedPresses } from "#src/ui/moved-press.ts";
import { NonceContext } from "#src/ui/nonce.ts";
import { forgetScroll } from "./public-pages/back-button.ts";
import { hydratePage, keepOfflinePage } from "./public-pages/hydrate-page.tsx";

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || undefined;

keepMovedPresses();
forgetScroll();
hydratePage(
  <StrictMode>
    <NonceContext value={nonce}>
      <HydratedRouter />
    </NonceContext>
  </StrictMode>,
);
keepOfflinePage();
