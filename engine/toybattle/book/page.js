"use strict";
// Search, and opening what a link leads to. The page is whole without it.
const box = document.getElementById("search");
const found = document.getElementById("found");
const words = (node) =>
  node.nodeType === Node.TEXT_NODE ? node.data : node.nodeName === "svg" ? "" : Array.from(node.childNodes, words).join(" ");
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/[‘’]/g, "'");
let items = null;

function search() {
  const wanted = plain(box.value).split(/\s+/).filter(Boolean);
  items ??= Array.from(document.querySelectorAll(".find"), (item) => [item, plain(words(item))]);
  let shown = 0;
  for (const [item, text] of items) {
    item.hidden = !wanted.every((word) => text.includes(word));
    shown += !item.hidden;
  }
  for (const section of document.querySelectorAll("main section")) {
    section.hidden = wanted.length > 0 && !section.querySelector(".find:not([hidden])");
  }
  document.body.classList.toggle("searching", wanted.length > 0);
  found.textContent = wanted.length ? (shown === 1 ? "1 place" : `${shown || "no"} places`) : "";
}

function arrive() {
  const hash = decodeURIComponent(location.hash.slice(1));
  if (hash.startsWith("search=")) {
    box.value = hash.slice("search=".length);
    search();
    return;
  }
  const target = document.getElementById(location.hash.slice(1)) || document.getElementById(hash);
  if (!target) return;
  if (target.closest("[hidden]")) {
    box.value = "";
    search();
  }
  for (let part = target; part; part = part.parentElement) {
    if (part.nodeName === "DETAILS") part.open = true;
  }
  target.scrollIntoView();
}

box.addEventListener("input", () => {
  search();
  history.replaceState(null, "", box.value ? `#search=${encodeURIComponent(box.value)}` : " ");
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "Escape" && document.activeElement === box) {
    box.value = "";
    box.dispatchEvent(new Event("input"));
    box.blur();
  }
});
window.addEventListener("hashchange", arrive);
arrive();
