// Runs even in old browsers: reports why the page has not started, and what the server or the user can do.
"use strict";
(function () {
  var english = !/^zh/.test(navigator.language || "");
  function tell(chinese, other) {
    if (window.cardjudgeStarted) return;
    document.getElementById("status").textContent = english ? other : chinese;
    document.getElementById("loading").hidden = true;
  }
  var modern = window.DecompressionStream && window.WebAssembly && window.CSS && CSS.supports("selector(:has(a))") && CSS.supports("height: 1dvh");
  if (!modern) document.documentElement.dataset.refused = "old"; // page.js does not start
  function look(event) {
    var from = event && event.target || {};
    var why = event && event.reason && event.reason.message || from.src || from.href || "";
    if (event && event.filename) why = event.message + " " + event.filename;
    if (location.protocol === "file:") {
      tell("這個網頁要從網頁伺服器開啟，不能直接打開檔案：在這個資料夾執行 python3 -m http.server，再開啟 http://localhost:8000/。",
        "This page has to come from a web server, not from a file: run python3 -m http.server in this folder and open http://localhost:8000/.");
    } else if (!modern) {
      tell("這個瀏覽器太舊：請用 2023 年以後的 Chrome、Edge、Firefox 或 Safari。",
        "This browser is too old: use Chrome, Edge, Firefox or Safari from 2023 or later.");
    } else if (event) {
      tell("網頁沒有載入成功：" + why + "（伺服器要送出全部檔案，.js 的型態是 text/javascript）",
        "The page could not be loaded: " + why + " (the server has to hand out all files, .js as text/javascript)");
    }
  }
  addEventListener("unhandledrejection", look);
  addEventListener("error", look, true);
  addEventListener("DOMContentLoaded", function () { look(); });
}());
