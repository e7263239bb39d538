// A reader's progress in a course: kept in this browser, and downloaded as a file that `hexwidget.lessons.Progress` reads.

const PREFIX = "hexwidget progress ";
const MOST_COURSES = 20;
const MOST_CHARACTERS = 500_000;

/** The browser's storage; null where it is blocked. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The names of the stored courses, the one that was played longest ago first. */
function stored(place) {
  const names = Object.keys(place).filter((name) => name.startsWith(PREFIX));
  return names.sort((one, other) => read(place, one).at - read(place, other).at);
}

function read(place, name) {
  try {
    const { at, text } = JSON.parse(place.getItem(name));
    return { at: Number(at) || 0, text: typeof text === "string" ? text : "" };
  } catch {
    return { at: 0, text: "" };
  }
}

/** Return the progress that was kept of a course, "" if none was. */
export function kept(course) {
  const place = storage();
  return place ? read(place, PREFIX + course).text : "";
}

/** Keep the progress of a course. The oldest ones make room. Return false if the browser does not keep it. */
export function keep(course, text) {
  const place = storage();
  if (!place || text.length > MOST_CHARACTERS) return false;
  const name = PREFIX + course;
  const others = stored(place).filter((other) => other !== name);
  for (const old of others.splice(0, others.length - MOST_COURSES + 1)) place.removeItem(old);
  for (;;) {
    try {
      place.setItem(name, JSON.stringify({ at: Date.now(), text }));
      return true;
    } catch {
      const oldest = others.shift(); // the storage is full
      if (oldest === undefined) return false;
      place.removeItem(oldest);
    }
  }
}

export function forget(course) {
  storage()?.removeItem(PREFIX + course);
}

/** Let the browser save a text as a file. */
export function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
