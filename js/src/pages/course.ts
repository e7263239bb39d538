// A course on a page: one part a screen, with the way on below it. "#part=2" in the address is a part. Without scripts all parts
// stand below each other.

/** Show the parts of a course one by one, if the page holds one. */
export function showParts(owner: Document): void {
  const course = owner.querySelector("main.hexwidget-course");
  const parts = [...(course?.children ?? [])] as HTMLElement[];
  if (!course || parts.length < 2) return;
  const window = owner.defaultView as Window;
  const [back, count, on] = ["button", "span", "button"].map((name) => owner.createElement(name)) as [
    HTMLButtonElement,
    HTMLElement,
    HTMLButtonElement,
  ];
  [back.textContent, on.textContent] = ["Back", "Next part"];
  const ways = owner.createElement("nav");
  ways.className = "hexwidget-parts";
  ways.setAttribute("aria-label", "Parts of the course");
  ways.append(back, count, on);
  course.after(ways);

  const place = () => {
    const asked = Number(/^#part=(\d+)$/.exec(window.location.hash)?.[1] ?? 1);
    return Math.min(Math.max(asked, 1), parts.length) - 1;
  };
  const show = () => {
    const here = place();
    for (const [n, part] of parts.entries()) part.hidden = n !== here;
    back.disabled = here === 0;
    on.disabled = here === parts.length - 1;
    count.textContent = `${here + 1} of ${parts.length}`;
  };
  const go = (by: number) => {
    window.location.hash = `part=${place() + 1 + by}`;
    show();
    window.scrollTo(0, 0);
    const heading = parts[place()]?.querySelector("h2");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  };
  back.addEventListener("click", () => go(-1));
  on.addEventListener("click", () => go(1));
  window.addEventListener("hashchange", show);
  show();
}
