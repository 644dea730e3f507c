import { hostTiming, type ReceivedFrame, readLaunch, startReceiver, windowPort } from "@lumiglyph/handoff";
import { createMeter } from "./meter.ts";
import { pageOf } from "./page.ts";
import { createRecorder } from "./recorder.ts";
import { createScreen } from "./screen.ts";
import { readStudios } from "./studios.ts";
import { loadFont } from "./tiles.ts";
import { ALONE, CUT_OFF, MISTAKEN, noteOf, stateWords, untrusted } from "./words.ts";

/** Milliseconds after which a trusted studio should have sent something. */
const PATIENCE_MS = 10_000;

/** Milliseconds between updates of the figures: each costs a layout, which would delay frames. */
const TELL_MS = 1000;

const page = pageOf(document);
const launch = readLaunch(new URLSearchParams(location.search));
const [studios] = await Promise.all([readStudios(), loadFont()]);
const opener: Window | null = window.opener;

if (launch === null) page.tell(ALONE);
else if (opener === null) page.tell(CUT_OFF);
else if (studios === null) page.tell(MISTAKEN);
else receive(launch.traceId, opener, studios);

/** Shows, counts and optionally records frames from the window that opened this one. */
function receive(traceId: string, studio: Window, origins: readonly string[]): void {
  const timing = hostTiming(window);
  const meter = createMeter();
  const screen = createScreen(page.sheet);
  const recorder = createRecorder(page.record, timing.now);
  const receiver = startReceiver({
    port: windowPort(window, studio, ...origins),
    timing,
    traceId,
    // two more than the way of an acknowledgment needs: painting now and then takes longer than a frame lasts
    credits: 4,
    onFrame(frame: ReceivedFrame) {
      meter.count(frame, timing.now());
      page.tell(null);
      screen.show(frame);
      recorder.take(frame);
    },
    onState(state) {
      page.say(state.name, stateWords(state));
      const figures = meter.figures(timing.now());
      page.count(figures);
      page.tell(figures.frames > 0 ? null : noteOf(state));
      page.stop.disabled = state.name === "closed" || state.name === "failed";
      if (page.stop.disabled) recorder.end();
    },
  });
  page.trace(traceId);
  page.say("waiting", stateWords({ name: "waiting" }));
  page.tell(noteOf({ name: "waiting" }));
  page.stop.disabled = false;
  page.stop.addEventListener("click", () => receiver.stop("receiver"));
  timing.every(TELL_MS, () => {
    page.count(meter.figures(timing.now()));
    recorder.tell();
  });
  window.setTimeout(() => {
    if (receiver.state().name === "waiting") page.tell(untrusted(origins));
  }, PATIENCE_MS);
}
