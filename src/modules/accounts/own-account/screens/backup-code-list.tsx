import { useState } from "react";
import { useFrame } from "#src/modules/operator/index.screens.ts";
import { Button } from "#src/ui/button.tsx";
import { useHydrated } from "#src/ui/hydrated.ts";
import { Printer } from "#src/ui/icons.tsx";
import { Notice } from "#src/ui/notice.tsx";

const fileOf = (shop: string, codes: readonly string[]): string =>
  `Backup codes for ${shop}\nEach code works once, in place of the code of your authenticator app or your passkey.\n\n${codes.join("\n")}\n`;

/** Ten new backup codes, shown this once: to print, to copy, or to keep as a file. */
export const BackupCodeList = ({ codes }: { codes: readonly string[] }) => {
  const [copied, setCopied] = useState(false);
  const text = fileOf(useFrame()?.site.name ?? "", codes);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <section className="stack [--gap:20px]" aria-labelledby="codes">
      <h2 className="t2" id="codes">
        Your backup codes
      </h2>
      <Notice tone="warn" title="Keep them now: this page shows them once.">
        <p>
          If you lose your phone or your passkey, one of these codes lets you in. Each works once. Keep them on paper or
          in a password manager, not in your e-mail.
        </p>
      </Notice>
      <ol className="grid max-w-100 list-none grid-cols-2 gap-x-8 gap-y-2 py-2 pl-0 font-mono text-lg">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ol>
      <div className="row no-print [--gap:12px]">
        <a
          className="btn btn-outline"
          download="backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Save as a file
        </a>
        {useHydrated() && (
          <>
            <Button type="button" variant="outline" onClick={copy}>
              Copy
            </Button>
            <Button type="button" variant="outline" icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </>
        )}
        <span aria-live="polite" className="soft">
          {copied ? "Copied." : ""}
        </span>
      </div>
    </section>
  );
};
