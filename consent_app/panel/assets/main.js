// The first module of every page. It loads the texts before any module that uses them.
import { loadTexts } from "./lib/texts.js";

async function main() {
  await loadTexts();
  const { start } = await import("./app.js");
  // The document may not be parsed yet.
  if (document.readyState === "loading") {
    await new Promise((ready) => addEventListener("DOMContentLoaded", ready, { once: true }));
  }
  start();
}

void main();
