// A small interpreter of Consent-O-Matic's rules, as its documentation describes the format: as much of
// it as our rule uses. What it does not know it refuses. It runs in a page; `allowed` are the purposes
// that the person allows, by letter.
window.consentOMatic = async (rule, allowed) => {
  const find = ({ parent, target }) => {
    const top = parent ? document.querySelector(parent.selector) : document;
    // A parent's shadow root is looked into.
    const found = [...((top?.shadowRoot || top)?.querySelectorAll(target.selector) || [])];
    const { displayFilter } = target;
    return displayFilter === undefined
      ? found
      : found.filter((each) => (each.offsetHeight !== 0) === displayFilter);
  };
  const matchers = {
    css: (given) => find(given).length > 0,
    checkbox: (given) => find(given)[0].checked,
  };
  const matches = (given) => matchers[given.type](given);
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const actions = {
    click: (given) => find(given)[0]?.click(),
    async list(given) {
      for (const each of given.actions) await perform(each);
    },
    async waitcss(given) {
      for (let left = given.retries; left > 0 && !find(given).length; left--) await pause(given.waitTime);
    },
    async consent(given) {
      for (const { type, matcher, toggleAction } of given.consents) {
        if (matches(matcher) !== allowed.includes(type)) await perform(toggleAction);
      }
    },
  };
  const perform = (given) => actions[given.type](given);
  const [detector] = rule.detectors;
  const present = detector.presentMatcher.every(matches);
  if (!present || !detector.showingMatcher.every(matches)) return present ? "not showing" : "absent";
  for (const name of ["OPEN_OPTIONS", "DO_CONSENT", "SAVE_CONSENT"]) {
    await perform(rule.methods.find((each) => each.name === name).action);
  }
  return "handled";
};
