// The first module of every page: the texts come before all that says anything.
import { loadTexts } from "./lib/texts.js";

await loadTexts();
const { start } = await import("./app.js");
start();
