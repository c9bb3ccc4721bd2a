/** The service's data in a component: the data, its error, and reloading. */
import { announceCount } from "./announce.js";
import { explainRead } from "./problems.js";
import { here } from "./router.js";
import { isOver } from "./session.js";
import { useCallback, useEffect, useRef, useState } from "../vendor.js";

/**
 * Load when the component is mounted and when `keys` change, and again when somebody has signed in again
 * after a refusal. The former data stays until the next is there, so that nothing jumps; a response that
 * comes late is dropped.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @param {unknown[]} [keys]
 * @param {(data: T) => void} [announce] called with what was loaded, unless it comes late
 */
export function useData(load, keys = [], announce) {
  const [state, setState] = useState(
    /** @type {{data?: T, problem?: import("./problems.js").Problem, busy: boolean}} */ ({ busy: true }),
  );
  const turn = useRef(0);
  const { path } = useRef(here.peek()).current;
  const reload = useCallback(async () => {
    // The address is the next page's already, which is still loading.
    if (here.peek().path !== path) return;
    const mine = ++turn.current;
    setState((former) => ({ ...former, busy: true }));
    try {
      const data = await load();
      if (mine !== turn.current) return;
      setState({ data, busy: false });
      announce?.(data);
    } catch (error) {
      if (mine === turn.current) {
        setState((former) => ({ ...former, problem: explainRead(error), busy: false }));
      }
    }
  }, keys);
  useEffect(() => {
    void reload();
    return () => {
      turn.current++;
    };
  }, [reload]);
  const again = isOver(state.problem);
  useEffect(() => {
    if (again) void reload();
  }, [again]);
  /** @param {T} data */
  const set = (data) => setState({ data, busy: false });
  /**
   * Put what follows after the data, unless other data is asked for in the meantime.
   * @param {(data: T) => Promise<T>} next
   * @param {(data: T) => void} [announce] called with the longer data
   */
  const extend = async (next, announce) => {
    const mine = turn.current;
    if (state.data === undefined) return;
    const data = await next(state.data);
    if (mine !== turn.current) return;
    set(data);
    announce?.(data);
  };
  return { ...state, reload, set, extend };
}

/**
 * Return a page of a list, of which one row more than `limit` was requested: the row tells whether there are more.
 * @param {any[]} rows
 * @param {number} limit
 */
export const asPage = (rows, limit) => ({ rows: rows.slice(0, limit), more: rows.length > limit });

/**
 * Announce the number of a page's rows: a list that is filtered changes in silence otherwise.
 * @param {{rows: any[]}} page
 */
export const announceRows = ({ rows }) => announceCount(rows.length);

/**
 * Put the next page of a list after its rows, and announce how many there are.
 * @param {{extend: (next: (data: {rows: any[], more: boolean}) => Promise<{rows: any[], more: boolean}>, announce: typeof announceRows) => Promise<void>}} list
 * @param {(last: any) => Promise<{rows: any[], more: boolean}>} pageAfter called with the last row
 */
export const extendRows = (list, pageAfter) =>
  list.extend(async ({ rows }) => {
    const next = await pageAfter(rows.at(-1));
    return { rows: [...rows, ...next.rows], more: next.more };
  }, announceRows);

/**
 * Return all rows of a list, page after page.
 * @template T
 * @param {(last: T | undefined) => Promise<T[]>} pageAfter called with the last row so far
 * @param {number} limit the rows of a page that may not be the last
 * @returns {Promise<T[]>}
 */
export async function allRows(pageAfter, limit) {
  /** @type {T[]} */
  const rows = [];
  for (;;) {
    const page = await pageAfter(rows.at(-1));
    rows.push(...page);
    if (page.length < limit) return rows;
  }
}
