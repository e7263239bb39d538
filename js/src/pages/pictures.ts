// The entry of the bundle that Python runs: it defines one function, from a request to a picture, both as texts.

import { type PictureRequest, picture } from "../draw/picture";

// A text that has just been put together is flattened, or QuickJS does not hand it over.
(globalThis as unknown as Record<string, unknown>).hexwidgetPicture = (request: string): string =>
  [picture(JSON.parse(request) as PictureRequest)].join("");
