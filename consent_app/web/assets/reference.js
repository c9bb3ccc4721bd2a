// The reference is complete without scripts. This one adds a search for operations, remembers the chosen
// language, and copies samples.

const KEPT = "consent-reference-language";
const menu = document.getElementById("menu");

const find = () => {
  const label = menu.querySelector(".find");
  if (!label) return;
  const countLine = menu.querySelector(".found");
  const input = label.querySelector("input");
  const groups = [...menu.querySelectorAll("details")];
  const opened = groups.filter((group) => group.open);
  label.hidden = false;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of groups) {
      let some = false;
      for (const link of group.querySelectorAll("a[data-words]")) {
        const text = `${link.textContent} ${link.dataset.words}`.toLowerCase();
        const fits = words.every((word) => text.includes(word));
        link.parentElement.hidden = !fits;
        some ||= fits;
        count += fits ? 1 : 0;
      }
      group.hidden = !some;
      group.open = words.length > 0 ? some : opened.includes(group);
    }
    countLine.hidden = words.length === 0;
    countLine.textContent = count === 1 ? "1 operation" : `${count} operations`;
  });
};

const remembered = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
};

const remember = (language) => {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // Without storage, curl is shown first each time.
  }
};

const chooseLanguage = () => {
  const samples = [...document.querySelectorAll("details[data-language]")];
  const open = (language) => {
    for (const sample of samples) {
      if (sample.dataset.language === language) sample.open = true;
    }
  };
  const language = remembered();
  if (language) open(language);
  for (const sample of samples) {
    sample.querySelector("summary").addEventListener("click", () => {
      if (!sample.open) remember(sample.dataset.language);
    });
  }
};

const copy = () => {
  if (!navigator.clipboard) return;
  for (const sample of document.querySelectorAll("details.sample > pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(sample.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    sample.prepend(button);
  }
};

// If the menu covers the page, close it after a choice.
menu.addEventListener("click", (event) => {
  if (event.target.closest("a") && menu.matches(":popover-open")) menu.hidePopover();
});
find();
chooseLanguage();
copy();
