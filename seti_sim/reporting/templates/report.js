// Sorting by a click on a column's head, and a filter above long tables. The page reads the same without it.
(function () {
  "use strict";
  function key(row, column) {
    var text = row.cells[column].getAttribute("data-v");
    var number = Number(text);
    return text === "-inf" ? -Infinity : text !== "" && !isNaN(number) ? number : text;
  }
  function sortBy(table, column, button) {
    var head = button.parentNode;
    var down = head.getAttribute("aria-sort") === "descending" ? 1 : -1;
    if (!head.hasAttribute("aria-sort") && typeof key(table.tBodies[0].rows[0], column) === "string") { down = 1; }
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) { cell.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down === 1 ? "ascending" : "descending");
    Array.prototype.slice.call(table.tBodies[0].rows).sort(function (a, b) {
      var x = key(a, column), y = key(b, column);
      return (x < y ? -1 : x > y ? 1 : 0) * down;
    }).forEach(function (row) { table.tBodies[0].appendChild(row); });
  }
  function addFilter(table) {
    var box = document.createElement("input");
    box.type = "search"; box.className = "filter"; box.placeholder = "Filter rows";
    box.setAttribute("aria-label", "Filter rows");
    box.addEventListener("input", function () {
      var wanted = box.value.toLowerCase();
      Array.prototype.forEach.call(table.tBodies[0].rows, function (row) {
        row.hidden = row.textContent.toLowerCase().indexOf(wanted) < 0;
      });
    });
    table.parentNode.parentNode.insertBefore(box, table.parentNode);
  }
  Array.prototype.forEach.call(document.querySelectorAll("figure.data table"), function (table) {
    if (table.tBodies[0].rows.length < 2) { return; }
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell, column) {
      // no <button>: on paper its text is missing where the head of a long table is repeated
      var button = document.createElement("span");
      button.className = "sort"; button.textContent = cell.textContent; button.title = "Sort";
      button.tabIndex = 0; button.setAttribute("role", "button");
      cell.textContent = ""; cell.appendChild(button);
      button.addEventListener("click", function () { sortBy(table, column, button); });
      button.addEventListener("keydown", function (event) {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sortBy(table, column, button); }
      });
    });
    if (table.hasAttribute("data-filter")) { addFilter(table); }
  });
  if (window.matchMedia && window.matchMedia("(max-width: 1079px)").matches) {
    document.querySelector("details.contents").removeAttribute("open");
  }
}());
