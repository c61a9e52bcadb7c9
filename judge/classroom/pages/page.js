for (const button of document.querySelectorAll("th button")) button.onclick = () => {
  const head = button.parentElement, up = head.ariaSort !== "ascending";
  for (const other of head.parentElement.children) other.removeAttribute("aria-sort");
  head.ariaSort = up ? "ascending" : "descending";
  const key = row => row.children[head.cellIndex].dataset.key ?? row.children[head.cellIndex].textContent;
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const body = document.querySelector("#class tbody"), rows = [...body.rows];
  rows.sort((a, b) => (up ? 1 : -1) * order.compare(key(a), key(b)));
  body.append(...rows);
};
const search = document.querySelector(".search input");
if (search) search.oninput = () => {
  for (const row of document.querySelectorAll("#class tbody tr")) row.hidden = !row.textContent.toLowerCase().includes(search.value.trim().toLowerCase());
};
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(each => each.open = true));
