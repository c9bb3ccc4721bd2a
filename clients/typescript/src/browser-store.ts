/**
 * A session that all tabs of an origin share: tokens in IndexedDB, and a Web Lock.
 *
 * localStorage would not do, because other tabs see its changes with a delay: a tab that gets the
 * lock could still read the token that the previous one has used. Every tab sees the changes of an
 * IndexedDB transaction once it is complete.
 */

import type { Store, Tokens } from "./tokens.js";

const DATABASE = "consent-client";
const SESSIONS = "sessions";

/**
 * Stores tokens for all tabs of this origin, under a name. Every script of the origin can read
 * them.
 *
 * Throws an Error if the browser has no Web Locks, without which two tabs would end the session.
 * Web Locks need HTTPS or localhost.
 */
export class BrowserStore implements Store {
  readonly #name: string;
  #database: Promise<IDBDatabase> | undefined;

  constructor(name = "consent-session") {
    if (!globalThis.navigator?.locks) {
      throw new Error("This page has no Web Locks (navigator.locks). Serve it over HTTPS.");
    }
    this.#name = name;
  }

  async load(): Promise<Tokens | undefined> {
    const tokens = await this.#within("readonly", (sessions) => sessions.get(this.#name));
    return tokens as Tokens | undefined;
  }

  async save(tokens: Tokens | undefined): Promise<void> {
    await this.#within("readwrite", (sessions) =>
      tokens === undefined ? sessions.delete(this.#name) : sessions.put(tokens, this.#name),
    );
  }

  async lock<Result>(work: () => Promise<Result>): Promise<Result> {
    return await navigator.locks.request(`${DATABASE}:${this.#name}`, work);
  }

  // Resolves when the transaction is complete, because only then do all tabs see its changes.
  async #within(
    mode: IDBTransactionMode,
    makeRequest: (sessions: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> {
    const database = await (this.#database ??= this.#open());
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(SESSIONS, mode);
      const request = makeRequest(transaction.objectStore(SESSIONS));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  #open(): Promise<IDBDatabase> {
    const forget = () => (this.#database = undefined);
    const opened = new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(SESSIONS);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // The browser closes it when the person clears the site's data.
        request.result.onclose = forget;
        request.result.onversionchange = () => {
          request.result.close();
          forget();
        };
        resolve(request.result);
      };
    });
    opened.catch(forget);
    return opened;
  }
}
