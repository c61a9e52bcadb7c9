const wrong = [];
for (const control of document.querySelectorAll("#play :is(button, select, input):not(:disabled), header :is(a, button)")) {
  const box = control.getBoundingClientRect();
  if (!box.width || control.closest("dialog:not([open])")) continue;
  const points = control.closest(".hand") ? [[.2, .2], [.4, .5], [.2, .8]] // cards of a fan lie on each other
    : [[.5, .5], [.2, .2], [.8, .2], [.2, .8], [.8, .8]];
  for (const [x, y] of points) {
    const found = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
    if (!control.contains(found)) wrong.push([control.outerHTML.slice(0, 80), x, y, found?.outerHTML.slice(0, 60)]);
  }
}
const felt = document.querySelector(".felt");
return wrong.concat(felt.scrollHeight > felt.clientHeight + 1 ? ["felt"] : [], document.documentElement.scrollHeight > innerHeight ? ["taller"] : [],
  document.documentElement.scrollWidth > innerWidth ? ["wider"] : []);
