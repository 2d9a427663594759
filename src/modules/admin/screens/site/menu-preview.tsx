import { type LinkList, shownRows } from "#src/modules/operator/index.ts";
import { formatMoment } from "#src/shared/zone.ts";
import { fitName, Mark } from "#src/ui/wordmark.tsx";
import type { MenuEditor } from "../../menu/menu-draft.ts";

const Name = ({ name }: { name: string }) => (
  <span className="pv-mark">
    <Mark />
    <span>{fitName(name).text}</span>
  </span>
);

type Notice = NonNullable<MenuEditor["notice"]>;

/** When the bar of the draft is shown, in words. */
function timesOf({ state, from, until }: Notice, zone: string): string {
  const [begin, end] = [from, until].map((at) => (at ? formatMoment(new Date(at), zone) : ""));
  if (state === "waits") return `shown from ${begin}${end && ` until ${end}`}`;
  if (state === "over") return `not shown any more, it ended ${end}`;
  return end ? `shown until ${end}` : "shown until you take it out";
}

/** The menu, the footer and the notice of the draft: a picture, without links. */
export const MenuPreview = ({ editor }: { editor: MenuEditor }) => {
  const { draft, known, site, notice } = editor;
  const links = (list: LinkList) => shownRows(draft[list], known[list]).filter(({ label }) => label !== "");
  return (
    <aside className="pvcol" aria-labelledby="preview">
      <div className="pv-head">
        <h2 className="t3" id="preview">
          Preview of the draft
        </h2>
        <span className="small muted">a picture, without links</span>
      </div>
      {notice && (
        <>
          <h3 className="pv-t">{`Notice bar, ${timesOf(notice, site.timeZone)}`}</h3>
          <div className="pv-frame" inert>
            <p className="strip announce">
              <span>{notice.text}</span>
              {notice.label && <span className="pv-link">{notice.label}</span>}
            </p>
          </div>
        </>
      )}
      <h3 className="pv-t">Menu, desktop</h3>
      <div className="pv-frame" inert>
        <div className="pv-bar">
          <Name name={site.name} />
          <span className="pv-nav pv-wrap">
            {links("menu").map(({ to, label }) => (
              <span key={to}>{label}</span>
            ))}
          </span>
        </div>
      </div>
      <h3 className="pv-t">Footer</h3>
      <div className="pv-frame pv-foot" inert>
        <div className="pv-fcols">
          <Name name={site.name} />
          <div>
            <b>Quick links</b>
            {links("quick").map(({ to, label }) => (
              <span key={to}>{label}</span>
            ))}
          </div>
          <div>
            <b>Contact</b>
            {[site.email, site.phone, site.whatsapp && "WhatsApp", "Contact page"].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        </div>
      </div>
      <p className="small muted mt-2">On phones the menu opens from its button, in this order.</p>
    </aside>
  );
};
