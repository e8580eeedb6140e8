// Building the page: text never becomes markup.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export function show(...nodes) {
  document.getElementById("page").replaceChildren(...nodes.flat().filter(Boolean));
}

export function toast(text, more = null) {
  const box = document.getElementById("toast");
  box.replaceChildren(text, ...(more ? [more] : []));
  box.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => {
    box.hidden = !box.querySelector("details[open]");
  }, 6000);
}

export function field(label, name, props = {}) {
  return el("label", {}, label, el("input", { name, autocomplete: "off", ...props }));
}

export function picker(label, name, options, props = {}) {
  const list = options.map(([value, text]) => el("option", { value }, text));
  return el("label", {}, label, el("select", { name, ...props }, list));
}

export function form(onDone, label, ...children) {
  const send = el("button", { className: "due" }, label);
  const node = el("form", {}, children, send);
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    await onDone(Object.fromEntries(new FormData(node))).catch((error) => toast(error.message));
    send.disabled = false;
  });
  return node;
}
