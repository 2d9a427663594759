import { Panel } from "#src/ui/admin-shell.tsx";
import { Button } from "#src/ui/button.tsx";
import { Form } from "#src/ui/form.tsx";
import { Status } from "#src/ui/status.tsx";
import { useSent } from "#src/ui/use-sent.ts";

/** Whether writers take paid orders themselves; the same setting stands on the page of settings. */
export const ClaimsSwitch = ({ on, maySwitch }: { on: boolean; maySwitch: boolean }) => {
  const busy = useSent()?.has("claiming") === true;
  return (
    <div className="mt-8 max-w-[44rem]">
      <Panel title="Claiming" pad aside={<Status shape={on ? "check" : "ring"}>{on ? "On" : "Off"}</Status>}>
        <p className="soft">
          {on
            ? "Writers see paid orders that fit their subjects and may take one while they have a free place."
            : "Your team asks a writer for each paid order. Writers cannot take orders themselves."}
        </p>
        {maySwitch ? (
          <Form method="post" action="/admin/writers" className="mt-4" preventScrollReset>
            <input type="hidden" name="claiming" value={on ? "off" : "on"} />
            <Button small variant="outline" busy={busy}>
              {on ? "Stop claiming" : "Let writers claim"}
            </Button>
          </Form>
        ) : (
          <p className="small muted mt-3">An admin with the capability Settings can change this.</p>
        )}
      </Panel>
    </div>
  );
};
