// What the file for the Global Privacy Platform takes of npm: consent_app/banner_script/vendor/gpp.js.
export { CmpApi, Sections } from "@iabgpp/cmpapi";
