// Small pieces of the page: elements, steppers, switches.

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, act] of Object.entries(value)) element.addEventListener(event, act);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((one) => one !== null && one !== undefined));
  return element;
}

export function button(id, label, text, act, look = "step") {
  return make("button", { id, type: "button", class: look, "aria-label": label, on: { click: act } }, text);
}

// Less, the number, more: what a thumb needs.
export function stepper(id, label, value, shown, change, look = "") {
  return make(
    "div", { class: `stepper ${look}`, role: "group", "aria-label": label },
    button(`${id}-less`, `${label} weniger`, "−", () => change(-1)),
    make("output", { class: "stepper__value", id: `${id}-value` }, String(shown ?? value)),
    button(`${id}-more`, `${label} mehr`, "+", () => change(1)),
  );
}

export function field(id, label, control) {
  control.id = id;
  return make("div", { class: "field" }, make("label", { for: id }, label), control);
}

export function choice(options, chosen, change) {
  const select = make("select", { on: { change: () => change(Number(select.value)) } });
  for (const [value, text] of options) select.append(make("option", { value: String(value), selected: value === chosen }, text));
  return select;
}

export function tick(id, label, checked, change) {
  const box = make("input", { id, type: "checkbox", checked, on: { change: () => change(box.checked) } });
  return make("label", { class: "tick" }, box, " ", label);
}
