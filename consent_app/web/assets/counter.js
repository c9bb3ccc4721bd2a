// Stands for a service that counts visits: the demo page holds it back until analytics is granted.
"use strict";

document.querySelector('[data-known="counter"]').textContent = "running";
