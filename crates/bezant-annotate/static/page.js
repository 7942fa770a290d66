// Keys, and how long a question was looked at. All of the page works without this.
"use strict";
(() => {
  const form = document.getElementById("answers");
  if (!form) return;
  const buttons = Array.from(form.querySelectorAll("button[name=answer]"));
  const seconds = form.elements.namedItem("seconds");
  const status = document.getElementById("status");

  // Only the time in which the page could be seen.
  let seen = 0;
  let since = document.visibilityState === "visible" ? performance.now() : null;
  document.addEventListener("visibilitychange", () => {
    const now = performance.now();
    if (since !== null) seen += now - since;
    since = document.visibilityState === "visible" ? now : null;
  });

  let sent = false;
  form.addEventListener("submit", (event) => {
    // A second tap would only send the same again.
    if (sent) {
      event.preventDefault();
      return;
    }
    sent = true;
    const now = since === null ? seen : seen + performance.now() - since;
    seconds.value = (now / 1000).toFixed(1);
    status.textContent = status.dataset.saving;
  });
  // Whoever comes back by the browser's button can answer again.
  window.addEventListener("pageshow", () => {
    sent = false;
    status.textContent = "";
  });

  // Single keys can be switched off: programs that are driven by speech press them by mistake.
  const box = document.getElementById("keys");
  const remembered = () => {
    try { return localStorage.getItem("keys") !== "off"; } catch { return true; }
  };
  box.checked = remembered();
  const show = () => {
    for (const key of document.querySelectorAll("kbd")) key.hidden = !box.checked;
  };
  box.addEventListener("change", () => {
    try { localStorage.setItem("keys", box.checked ? "on" : "off"); } catch { /* not remembered */ }
    show();
  });
  document.getElementById("keys-help").hidden = false;
  show();

  const keys = new Map();
  buttons.forEach((button, at) => {
    keys.set(String(at + 1), button);
    keys.set(button.dataset.key, button);
  });
  const rtl = document.documentElement.dir === "rtl";
  document.addEventListener("keydown", (event) => {
    if (!box.checked || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const back = rtl ? "ArrowRight" : "ArrowLeft";
    const on = rtl ? "ArrowLeft" : "ArrowRight";
    if (event.key === back || event.key === on) {
      const link = document.querySelector(event.key === back ? "a[rel=prev]" : "a[rel=next]");
      if (link) link.click();
      return;
    }
    const button = keys.get(event.key.toLowerCase());
    if (button) {
      event.preventDefault();
      form.requestSubmit(button);
    }
  });
})();
