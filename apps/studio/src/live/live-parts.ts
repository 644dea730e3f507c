import "../styles/live.css";

/** What the page shows of a source that moves: fetched with the first one. */
export { FlickerMeter } from "./flicker-meter.tsx";
export { LiveStats } from "./live-stats.tsx";
export { Screen } from "./screen.tsx";
export { Transport } from "./transport.tsx";
