// The version of the pages, and the way to other versions. `versions.json` at the root of the site names those that lie in folders.
(async () => {
  const place = document.querySelector(".versions");
  if (!place || location.protocol === "file:") return;
  const here = place.dataset.version;
  const own = new URL(place.dataset.list, location.href);
  const kept = own.pathname.endsWith(`/${here}/versions.json`);
  const list = kept ? new URL("../versions.json", own) : own;
  const { newest, earlier } = await (await fetch(list)).json();
  if (!earlier.length) return;
  const label = document.createElement("label");
  const choice = document.createElement("select");
  for (const version of [newest, ...earlier]) {
    const folder = version === newest ? "./" : `${version}/`;
    choice.add(new Option(version === newest ? `${version} (newest)` : version, new URL(folder, list).href));
    if (version === here) choice.selectedIndex = choice.length - 1;
  }
  choice.addEventListener("change", () => location.assign(`${choice.value}index.html`));
  label.append("Version ", choice);
  place.replaceChildren(label);
  if (!kept) return;
  const told = document.createElement("p");
  const link = document.createElement("a");
  link.href = new URL("index.html", list).href;
  link.textContent = `the newest pages describe ${newest}`;
  told.className = "older";
  told.append(`These pages describe version ${here}; `, link, ".");
  document.querySelector("article")?.prepend(told);
})();
