// A page holds its figures as data. Plotly draws each as wide as its column.
for (const place of document.querySelectorAll(".plotly-graph-div")) {
  const { data, layout } = JSON.parse(place.textContent);
  Plotly.newPlot(place, data, layout, { responsive: true });
}
