/** Turns: what is not looked at first is drawn after the rest is painted, one part a frame, so that no task is long. */
import { useEffect, useState } from "../vendor.js";

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** Wait for a frame that nothing else was given. */
function turn() {
  last = last.then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return last;
}

/** Return whether a component's turn has come: false when it first appears. */
export function useTurn() {
  const [come, setCome] = useState(false);
  useEffect(() => {
    let gone = false;
    void turn().then(() => gone || setCome(true));
    return () => void (gone = true);
  }, []);
  return come;
}

/** What is made in its turn. @param {{children: () => any}} props */
export const Later = ({ children }) => useTurn() && children();
