import { Link } from "react-router";

/** What a seal closes, and who opens it. */
export const SealedThings = () => (
  <section>
    <h2 className="t3">What is sealed</h2>
    <ul className="seal-list">
      <li>Your name, e-mail, phone and country</li>
      <li>The text and files of your orders</li>
      <li>Your messages with us and with your writer</li>
    </ul>
    <p className="small soft">
      The owner reads this report. Everything else opens only with a written reason and a second person, and you read
      each opening on this page. Your writer never sees who you are, sealed or not.
    </p>
  </section>
);

export const WhatWeDo = ({ within }: { within: string }) => (
  <section>
    <h2 className="t3">What we do</h2>
    <ol className="timeline">
      <li className="now">
        <b>At once</b>
        <p>The owner gets an alarm and reads your report.</p>
      </li>
      <li className="next">
        <b>{`Within ${within}`}</b>
        <p>A person writes to you here, not by e-mail.</p>
      </li>
      <li className="next">
        <b>If it came from our side</b>
        <p>We block that person, keep the proof, and help you to report it.</p>
      </li>
    </ol>
  </section>
);

export const NeverDone = () => (
  <section>
    <h2 className="t3">What we never do</h2>
    <ul className="seal-list">
      <li>Contact your school</li>
      <li>Publish or sell your text or your data</li>
      <li>Ask you for money to make it stop</li>
    </ul>
    <p className="small soft">
      <Link to="/honest-use/never">Everything that we never do</Link>
    </p>
  </section>
);

export const DangerNow = () => (
  <section className="danger-now">
    <h2 className="label">Are you in danger now?</h2>
    <p className="small soft">
      Call the police. In the European Union the number is 112, in the United States and Canada 911, elsewhere your
      local number. Blackmail is a crime against you.
    </p>
  </section>
);
