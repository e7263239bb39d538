// A board takes more room than its picture, so what an address leads to moves away as boards above it appear. Until the reader
// does something, the page goes back to it.
(() => {
  let done = false;
  const stop = () => {
    done = true;
  };
  for (const kind of ["wheel", "touchstart", "keydown", "pointerdown"]) addEventListener(kind, stop, { passive: true });
  addEventListener("hashchange", () => {
    done = false;
  });
  new ResizeObserver(() => {
    const target = !done && location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target) target.scrollIntoView();
  }).observe(document.documentElement.querySelector("article") ?? document.body);
})();
