return [...document.querySelectorAll("button, input, summary, a")].filter((control) => {
  if (!control.checkVisibility()) return false;
  control.scrollIntoView({ block: "center" });
  const box = control.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !control.contains(found);
}).map((control) => control.outerHTML.slice(0, 100));
