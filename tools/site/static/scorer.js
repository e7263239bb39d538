// Answers come before names, and these before long lists.
var Scorer = {
  score: ([name, , , , score]) =>
    score + (name.startsWith("how-to/") ? 12 : /^(reference|rulebook)\//.test(name) ? 4 : /^(benchmarks|about\/changelog|gallery)/.test(name) ? -8 : 0),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
