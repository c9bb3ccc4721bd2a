// A service worker that renews a session's tokens. Once the service has answered, the former refresh
// token is worth nothing: a page that is left before it has kept the new one would end the session.
// This outlives the page. It serves no page and answers no request of theirs.
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
   * Renew what is kept, under the lock that the TypeScript client takes too, unless another has.
   * @param {{name: string, spent: string}} session `spent`: the access token that was refused
   * @returns {Promise<"done" | "refused" | "unreachable">}
   */
  const renew = async ({ name, spent }) =>
    await navigator.locks.request(`${DATABASE}:${name}`, async () => {
      const kept = await within("readonly", (sessions) => sessions.get(name));
      if (kept?.accessToken !== spent) return "done";
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ refreshToken: kept.refreshToken });
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
