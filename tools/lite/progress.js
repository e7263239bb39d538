// A reader's progress in courses: kept in this browser, and downloaded as a file that `hexwidget.lessons.Progress` reads.

const NAME = "hexwidget progress";
const MOST_COURSES = 20;

/** The pairs of a course and its progress that the browser keeps, the one that was played last at the end. */
function pairs() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME));
    return found.filter(([course, text]) => typeof course === "string" && typeof text === "string");
  } catch {
    return []; // the storage is blocked, or holds something else
  }
}

/** Return the progress that was kept of a course, "" if none was. */
export const kept = (course) => pairs().find(([name]) => name === course)?.[1] ?? "";

const without = (course) => pairs().filter(([name]) => name !== course);

/** Keep these pairs; the oldest make room. Return false if the browser keeps none. */
function store(all) {
  for (const left = all.slice(-MOST_COURSES); left.length > 0; left.shift()) {
    try {
      localStorage.setItem(NAME, JSON.stringify(left));
      return true;
    } catch {} // it is blocked, or full
  }
  return false;
}

/** Keep the progress of a course. Return false if the browser does not keep it. */
export const keep = (course, text) => store([...without(course), [course, text]]);

/** Delete the progress of a course. */
export const forget = (course) => store([...without(course), [course, ""]]);

/** Let the browser save a text as a file. */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
