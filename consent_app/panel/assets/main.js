// The first module of every page: the texts come before all that says anything.
import { loadTexts } from "./lib/texts.js";

async function main() {
  await loadTexts();
  const { start } = await import("./app.js");
  // It may come before the page's end does.
  if (document.readyState === "loading") {
    await new Promise((ready) => addEventListener("DOMContentLoaded", ready, { once: true }));
  }
  start();
}

void main();
