// What the script finds on a customer's page, and hands over between its files.

interface Window {
  consent?: any;
  dataLayer?: any[];
  __gpp?: any;
}

interface Document {
  prerendering?: boolean;
}

interface Navigator {
  globalPrivacyControl?: boolean;
}

interface HTMLScriptElement {
  handOver?: (exports: any) => void;
  gpp?: any;
}

interface SVGScriptElement {
  src: string;
  handOver?: (exports: any) => void;
  gpp?: any;
}

declare const consentGtm: (...values: any[]) => void;
declare const __gppLibrary: any;
