// The types of vendor.js, which is bundled from tools/panel/entry.js.
export { BrowserStore, ApiError, NetworkError, Unauthenticated } from "../../../clients/typescript/src/index.js";
export type { Models, ProblemPart, Store, Tokens } from "../../../clients/typescript/src/index.js";
export { openClient, type Api } from "../../../clients/typescript/src/http.js";
export { RotatingAuth } from "../../../clients/typescript/src/tokens.js";
export { computed, effect, signal, useSignal, type Signal } from "@preact/signals";
export { html } from "htm/preact";
export {
  createContext,
  render,
  type ComponentChildren,
  type FunctionComponent,
  type VNode,
} from "preact";
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
