/**
 * A session that all tabs of an origin share: tokens in IndexedDB, a Web Lock between the tabs.
 *
 * Not localStorage: browsers tell other tabs of a change some time later, so a tab that has just
 * been given the lock may still read the token that the last one spent. What a transaction of
 * IndexedDB has written is there for every tab once it is complete.
 */

import type { Store, Tokens } from "./tokens.js";

const DATABASE = "consent-client";
const SESSIONS = "sessions";

/**
 * Tokens of this origin, under a name. Every script of the origin can read them.
 *
 * Throws where the browser has no Web Locks: they need HTTPS (or localhost), and without them two
 * tabs would end the session.
 */
export class BrowserStore implements Store {
  readonly #name: string;
  #database: Promise<IDBDatabase> | undefined;

  constructor(name = "consent-session") {
    if (!globalThis.navigator?.locks) {
      throw new Error("This page has no Web Locks (navigator.locks): serve it by HTTPS.");
    }
    this.#name = name;
  }

  async load(): Promise<Tokens | undefined> {
    return (await this.#within("readonly", (kept) => kept.get(this.#name))) as Tokens | undefined;
  }

  async save(tokens: Tokens | undefined): Promise<void> {
    await this.#within("readwrite", (kept) =>
      tokens === undefined ? kept.delete(this.#name) : kept.put(tokens, this.#name),
    );
  }

  async lock<Result>(work: () => Promise<Result>): Promise<Result> {
    return await navigator.locks.request(`${DATABASE}:${this.#name}`, work);
  }

  // Resolves when the transaction is complete, not sooner: then all tabs see what it wrote.
  async #within(
    mode: IDBTransactionMode,
    ask: (kept: IDBObjectStore) => IDBRequest,
  ): Promise<unknown> {
    const database = await (this.#database ??= this.#open());
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(SESSIONS, mode);
      const request = ask(transaction.objectStore(SESSIONS));
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
        // The browser closes it where the person clears the site's data.
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
