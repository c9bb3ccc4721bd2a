/** Deferred rendering: less important parts are rendered later, one in each frame, so that no task is long. */
import { useEffect, useState } from "../vendor.js";

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** Wait for a frame that no other part uses. */
function turn() {
  last = last.then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return last;
}

/** Return whether a component may be rendered: false when it first appears. */
export function useTurn() {
  const [come, setCome] = useState(false);
  useEffect(() => {
    let unmounted = false;
    void turn().then(() => unmounted || setCome(true));
    return () => void (unmounted = true);
  }, []);
  return come;
}

/** Renders its children in a later frame. @param {{children: () => any}} props */
export const Later = ({ children }) => useTurn() && children();
