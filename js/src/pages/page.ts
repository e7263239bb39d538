// Boards on a page without a kernel. Each is in the page as
//   <div class="hexwidget-recording"><script type="application/x-hexwidget">base 64 of gzipped JSON</script> a picture </div>
// and replaces the picture when it comes into view.

import board from "../board/widget";
import { mapOf } from "../geometry/map";
import { OfflineExercisesModel } from "../kernel/exercise-model";
import { RecordedModel } from "../kernel/recording-model";
import type { OfflineExercises, Recording } from "../kernel/types.gen";
import { showParts } from "./course";
import { unpacked } from "./front-end";

/** The distance from the window at which a board is made. */
const AHEAD = "600px";

/** The model of a recording, or of exercises. */
function modelOf(held: Recording | OfflineExercises): RecordedModel | OfflineExercisesModel {
  if ("exercises" in held) return new OfflineExercisesModel(held, mapOf);
  // "#step=3" in the address is a place on the line of play.
  const step = held.frames[held.at]?._timeline.steps.find(({ depth }) => `#step=${depth}` === location.hash);
  return new RecordedModel(step ? { ...held, at: step.number } : held, mapOf);
}

/** Let the address name the step that is shown, so that it can be sent on. Only a page with one recording has such an address. */
function follow(held: Recording, model: RecordedModel): void {
  const line = held.frames[held.at]?._timeline.steps ?? [];
  const shown = model.asModel;
  shown.on("change:_timeline", () => {
    const step = line.find(({ number }) => number === shown.get("_timeline").current);
    // A step far from the first one has no number here: then the address names none.
    const place = step ? `#step=${step.depth}` : location.pathname + location.search;
    if (location.protocol !== "about:") history.replaceState(null, "", place);
  });
}

async function open(holder: HTMLElement): Promise<void> {
  const packed = holder.querySelector("script[type='application/x-hexwidget']");
  if (!packed?.textContent) return;
  try {
    const held = JSON.parse(await unpacked(packed.textContent));
    const model = modelOf(held);
    // The board is made before the picture goes, so that the page does not jump and a failure leaves the picture.
    const made = holder.ownerDocument.createElement("div");
    holder.append(made);
    board.render({ model: model.asModel, el: made });
    for (const still of holder.querySelectorAll(".hexwidget-still")) still.remove();
    packed.remove();
    if (model instanceof RecordedModel && document.querySelectorAll(".hexwidget-recording").length === 1)
      follow(held, model);
  } catch (error) {
    console.error(error);
    const said = holder.ownerDocument.createElement("p");
    said.textContent = "The board could not be made in this browser; this is its picture.";
    holder.append(said);
  }
}

function openAll(): void {
  showParts(document);
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        void open(target as HTMLElement);
      }
    },
    { rootMargin: AHEAD },
  );
  for (const holder of document.querySelectorAll(".hexwidget-recording")) seen.observe(holder);
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", openAll);
else openAll();
