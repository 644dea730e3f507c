import { hostTiming, type ReceivedFrame, readLaunch, startReceiver, windowPort } from "@lumiglyph/handoff";
import { INVALID_STUDIO_LIST, NO_OPENER, NOT_OPENED, noteOf, stateText, untrusted } from "./messages.ts";
import { createHandoffMeter } from "./meter.ts";
import { receiverPage } from "./page.ts";
import { createHandoffRecorder } from "./recorder.ts";
import { createFrameScreen } from "./screen.ts";
import { readStudios } from "./studios.ts";
import { loadTileFont } from "./tiles.ts";

/** Milliseconds after which a trusted studio should have sent something. */
const TRUST_TIMEOUT_MS = 10_000;

/** Milliseconds between updates of the figures: each costs a layout, which would delay frames. */
const UPDATE_MS = 1000;

const page = receiverPage(document);
const launch = readLaunch(new URLSearchParams(location.search));
const [studios] = await Promise.all([readStudios(), loadTileFont()]);
const opener: Window | null = window.opener;

if (launch === null) page.showNote(NOT_OPENED);
else if (opener === null) page.showNote(NO_OPENER);
else if (studios === null) page.showNote(INVALID_STUDIO_LIST);
else receive(launch.traceId, opener, studios);

/** Shows, counts and optionally records frames from the window that opened this one. */
function receive(traceId: string, studio: Window, origins: readonly string[]): void {
  const timing = hostTiming(window);
  const meter = createHandoffMeter();
  const screen = createFrameScreen(page.canvas);
  const recorder = createHandoffRecorder(page.record, timing.now);
  const receiver = startReceiver({
    port: windowPort(window, studio, ...origins),
    timing,
    traceId,
    // two more than the round trip needs: painting sometimes takes longer than a frame lasts
    credits: 4,
    onFrame(frame: ReceivedFrame) {
      meter.count(frame, timing.now());
      page.showNote(null);
      screen.show(frame);
      recorder.add(frame);
    },
    onState(state) {
      page.showState(state.name, stateText(state));
      const figures = meter.figures(timing.now());
      page.showFigures(figures);
      page.showNote(figures.frames > 0 ? null : noteOf(state));
      page.stop.disabled = state.name === "closed" || state.name === "failed";
      if (page.stop.disabled) recorder.end();
    },
  });
  page.showTrace(traceId);
  page.showState("waiting", stateText({ name: "waiting" }));
  page.showNote(noteOf({ name: "waiting" }));
  page.stop.disabled = false;
  page.stop.addEventListener("click", () => receiver.stop("receiver"));
  timing.every(UPDATE_MS, () => {
    page.showFigures(meter.figures(timing.now()));
    recorder.update();
  });
  window.setTimeout(() => {
    if (receiver.state().name === "waiting") page.showNote(untrusted(origins));
  }, TRUST_TIMEOUT_MS);
}
