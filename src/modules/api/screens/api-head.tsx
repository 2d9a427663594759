/** The head of the screens for programs. */
export const ApiHead = () => (
  <div className="work-head">
    <div>
      <h1 className="d3">API</h1>
      <p className="soft">
        Keys for your own programs. What they can ask stands on{" "}
        <a className="link" href="/api/docs">
          the page about the API
        </a>
        .
      </p>
    </div>
  </div>
);
