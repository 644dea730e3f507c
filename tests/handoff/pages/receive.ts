import {
  hostTiming,
  type ReceivedFrame,
  type Receiver,
  readLaunch,
  startReceiver,
  windowPort,
} from "@lumiglyph/handoff";

/** The origins that a test's receiver trusts, injected into the page by its server. */
const studios = document.querySelector<HTMLMetaElement>("meta[name=studios]")!.content.split(" ");

/** Receives like the tutorial's page. */
export const receive = (onFrame: (frame: ReceivedFrame) => unknown): Receiver => {
  const launch = readLaunch(new URLSearchParams(location.search))!;
  return startReceiver({
    port: windowPort(window, window.opener as Window, ...studios),
    timing: hostTiming(window),
    traceId: launch.traceId,
    onFrame,
  });
};
