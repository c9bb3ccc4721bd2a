// What the file for the Global Privacy Platform takes from npm:
// consent_app/banner_script/vendor/gpp.js.
export { CmpApi, Sections } from "@iabgpp/cmpapi";
