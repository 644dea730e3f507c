import {
  hostTiming,
  type ReceivedFrame,
  type Receiver,
  readLaunch,
  startReceiver,
  windowPort,
} from "@lumiglyph/handoff";

/** The origins that a test's receiver trusts, as its server has put them into the page. */
const studios = document.querySelector<HTMLMetaElement>("meta[name=studios]")!.content.split(" ");

/** Receives as a page of one's own would, from the tutorial. */
export const receive = (onFrame: (frame: ReceivedFrame) => unknown): Receiver => {
  const launch = readLaunch(new URLSearchParams(location.search))!;
  return startReceiver({
    port: windowPort(window, window.opener as Window, ...studios),
    timing: hostTiming(window),
    traceId: launch.traceId,
    onFrame,
  });
};
