// A stub for `window.__gpp` until gpp.js takes over (CMP API specification of the Global
// Privacy Platform 1.1): it answers `ping`, listeners and sections at once, and queues all other
// commands. Pages whose tags ask early must include it themselves (docs/banner.md).
(() => {
  const name = "__gpp";
  if (typeof window[name] === "function") return;
  const queue = [];
  const events = [];
  const pingData = {
    gppVersion: "1.1",
    cmpStatus: "stub",
    cmpDisplayStatus: "hidden",
    signalStatus: "not ready",
    supportedAPIs: [],
    cmpId: 0,
    sectionList: [],
    applicableSections: [],
    gppString: "",
    parsedSections: {},
  };
  let last = 0;
  window[name] = (command, callback, parameter, ...rest) => {
    if (!command) return queue;
    if (command === "events") return events;
    const answers = {
      ping: () => pingData,
      hasSection: () => false,
      getSection: () => null,
      getField: () => null,
      addEventListener() {
        events.push({ id: ++last, callback, parameter });
        return { eventName: "listenerRegistered", listenerId: last, data: true, pingData };
      },
      removeEventListener() {
        const at = events.findIndex(({ id }) => id === parameter);
        const data = at >= 0 && !!events.splice(at, 1);
        return { eventName: "listenerRemoved", listenerId: parameter, data, pingData };
      },
    };
    if (answers[command]) callback(answers[command](), true);
    else queue.push([command, callback, parameter, ...rest]);
  };
  addEventListener("message", (/** @type {MessageEvent & { source: Window }} */ { data, source }) => {
    const isText = typeof data === "string";
    let call;
    try {
      call = (isText ? JSON.parse(data) : data)[`${name}Call`];
    } catch {}
    if (!call) return;
    const answer = (returnValue, success) => {
      const sent = { [`${name}Return`]: { returnValue, success, callId: call.callId } };
      source.postMessage(isText ? JSON.stringify(sent) : sent, "*");
    };
    window[name](call.command, answer, call.parameter, call.version);
  });
  // Frames of other origins find this page by the frame's name.
  const locate = () => {
    if (!document.body) return setTimeout(locate, 5);
    const frame = document.createElement("iframe");
    frame.name = `${name}Locator`;
    frame.style.display = "none";
    document.body.append(frame);
  };
  locate();
})();
