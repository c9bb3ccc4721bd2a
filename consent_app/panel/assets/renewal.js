// A service worker that renews a session's tokens. The former refresh token is invalid as soon as the
// service has answered, so a page that is closed before it has stored the new one would end the session.
// This worker outlives the page. It does not handle any page's requests.
"use strict";

(() => {
  const DATABASE = "consent-client";
  const SESSIONS = "sessions";

  /**
   * @param {IDBTransactionMode} mode
   * @param {(kept: IDBObjectStore) => IDBRequest} ask
   * @returns {Promise<any>}
   */
  const within = (mode, ask) =>
    new Promise((resolve, reject) => {
      const opened = indexedDB.open(DATABASE, 1);
      opened.onupgradeneeded = () => opened.result.createObjectStore(SESSIONS);
      opened.onerror = () => reject(opened.error);
      opened.onsuccess = () => {
        const transaction = opened.result.transaction(SESSIONS, mode);
        const request = ask(transaction.objectStore(SESSIONS));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error);
        opened.result.close();
      };
    });

  /**
   * Renew the stored tokens, under the TypeScript client's lock, unless another page has done so.
   * @param {{name: string, spent: string}} session `spent`: the access token that was refused
   * @returns {Promise<"done" | "refused" | "unreachable">}
   */
  const renew = async ({ name, spent }) =>
    await navigator.locks.request(`${DATABASE}:${name}`, async () => {
      const tokens = await within("readonly", (sessions) => sessions.get(name));
      if (tokens?.accessToken !== spent) return "done";
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ refreshToken: tokens.refreshToken });
      const response = await fetch("/v1/auth/refresh", { method: "POST", headers, body });
      if (!response.ok) return response.status === 401 ? "refused" : "unreachable";
      const { accessToken, refreshToken } = await response.json();
      await within("readwrite", (sessions) => sessions.put({ accessToken, refreshToken }, name));
      return "done";
    });

  addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
  addEventListener("message", (/** @type {any} */ event) => {
    const [port] = event.ports;
    event.waitUntil(
      renew(event.data).then(
        (outcome) => port.postMessage(outcome),
        () => port.postMessage("unreachable"),
      ),
    );
  });
})();
