// Simulates an analytics service, which the demo page holds back until analytics is granted.
"use strict";

document.querySelector('[data-known="counter"]').textContent = "running";
