// Lets JupyterLab and Notebook 7 save boards without a kernel. Their manager of widgets saves only the models that have one: a
// notebook that is opened again, or whose kernel is restarted, would lose its boards when it is saved.

interface Model {
  readonly model_id: string;
  readonly attributes: Record<string, unknown>;
  comm_live?: boolean;
}
interface Outputs {
  readonly length: number;
  get(index: number): { data: Record<string, unknown> };
}
interface Manager {
  readonly context?: { model?: { cells?: Iterable<{ outputs?: Outputs }> } };
  readonly _modelsSync?: Map<string, Model>;
  get_state_sync?(options?: object): unknown;
}
const VIEW = "application/vnd.jupyter.widget-view+json";
const seen = new WeakSet<object>();

/** Let a manager also store the boards that the outputs of its notebook show. Other hosts' managers stay as they are. */
export function storeBoards(given: unknown): void {
  const manager = given as Manager | undefined;
  const store = manager?.get_state_sync;
  if (!store || !manager._modelsSync || !manager.context || seen.has(manager)) return;
  seen.add(manager);
  manager.get_state_sync = (options) => {
    const lost = [...boardsShown(manager)].filter((model) => !model.comm_live);
    // Not by its setter, which tells the views.
    for (const model of lost) Object.defineProperty(model, "comm_live", { value: true, configurable: true });
    try {
      return store.call(manager, options);
    } finally {
      for (const model of lost) delete model.comm_live;
    }
  };
}

/** The models of the outputs that show boards. */
function boardsShown(manager: Manager): Set<Model> {
  const found = new Set<Model>();
  for (const { outputs } of manager.context?.model?.cells ?? [])
    for (let n = 0; n < (outputs?.length ?? 0); n++) {
      const view = outputs?.get(n).data[VIEW] as { model_id?: string } | undefined;
      const models = new Set<Model>();
      if (view?.model_id) collect(view.model_id, manager, models);
      if ([...models].some((model) => model.attributes._front_end)) for (const model of models) found.add(model);
    }
  return found;
}

/** Collect a model and the models that it refers to. */
function collect(id: string, manager: Manager, into: Set<Model>): void {
  const model = manager._modelsSync?.get(id);
  if (!model || into.has(model)) return;
  into.add(model);
  const code = model.attributes._front_end as { model?: string } | undefined;
  if (code?.model) collect(code.model, manager, into);
  for (const value of Object.values(model.attributes))
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each?.model_id === "string") collect(each.model_id, manager, into);
}
