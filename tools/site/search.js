// Search over all clauses. Every typed word must be in the number, title or text; matches in numbers and titles come first.
(() => {
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  const up = document.body.dataset.up;
  const most = 30;
  const score = ([, id, title], words) =>
    words.reduce((n, word) => n + (id.toLowerCase() === word ? 8 : title.toLowerCase().includes(word) ? 3 : 0), 0);
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length
      ? window.hexwidgetIndex.filter((entry) => {
          const all = entry.slice(1).join(" ").toLowerCase();
          return words.every((word) => all.includes(word));
        })
      : [];
    found.sort((a, b) => score(b, words) - score(a, words));
    list.hidden = words.length === 0;
    list.replaceChildren(
      ...found.slice(0, most).map(([address, id, title, text, book]) => {
        const entry = document.createElement("li");
        const link = document.createElement("a");
        link.href = up + address;
        link.textContent = `${id} ${title} (${book})`;
        link.addEventListener("click", () => {
          input.value = "";
          show();
        });
        const said = document.createElement("p");
        said.textContent = text;
        entry.append(link, said);
        return entry;
      }),
    );
    if (words.length && !found.length) list.textContent = "No clause says that.";
  };
  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") list.querySelector("a")?.click();
    if (event.key === "Escape") {
      input.value = "";
      show();
    }
  });
})();
