// What the panel takes from others, as one module: consent_app/panel/assets/vendor.js.
export {
  BrowserStore,
  ApiError,
  NetworkError,
  Unauthenticated,
} from "../../clients/typescript/src/index.ts";
export { openClient } from "../../clients/typescript/src/http.ts";
export { RotatingAuth } from "../../clients/typescript/src/tokens.ts";
export { computed, effect, signal, useSignal } from "@preact/signals";
export { html } from "htm/preact";
export { createContext, render } from "preact";
export {
  useCallback,
  useContext,
  useEffect,
  useErrorBoundary,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "preact/hooks";
