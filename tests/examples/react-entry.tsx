import { createElement } from "react";
import { createRoot } from "react-dom/client";
// @ts-expect-error an example in JavaScript
import { App } from "../../examples/react/app.jsx";

createRoot(document.getElementById("root")!).render(createElement(App));
