// Answers come before names, and these before long lists. A name with its module (hw.Board, Board.play) comes first of all, and a title
// that has all the words in their order comes before titles that have one.
var asked = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase().replace(/^hw\./, "hexwidget.");
var Scorer = {
  score: ([page, title, , , score]) => {
    const words = title.toLowerCase();
    const name = asked.includes(".") && words.endsWith(asked) ? 30 : asked.includes(" ") && words.includes(asked) ? 10 : 0;
    const kind = page.startsWith("how-to/") ? 12 : /^(reference|rulebook)\//.test(page) ? 4 : /^(benchmarks|about\/changelog|gallery)/.test(page) ? -8 : 0;
    return score + name + kind;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
