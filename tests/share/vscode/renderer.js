// Shows an output that is a widget, as VS Code's Jupyter extension does.
export const activate = () => ({
  async renderOutputItem(item, element) {
    const data = item.json();
    const manager = await globalThis.widgets;
    const model = await manager.get_model(data.model_id);
    if (!manager.live) model.comm_live = false;
    const node = document.createElement("div");
    element.replaceChildren(node);
    const view = await manager.create_view(model, { el: node });
    if (!manager.live) view.initialize({ model, el: node, options: {} });
    await manager.display_view(data, view, { node });
  },
});
