import { Outlet } from "react-router";

/** The frame of the pages about second factors. */
export default function FactorFrame() {
  return (
    <main id="main" className="wrap page">
      <div className="max-w-form">
        <Outlet />
      </div>
    </main>
  );
}
