export { type Frame, linesOf, type ReceivedFrame } from "./frame.ts";
export { isTraceId, type Launch, launchUrl, readLaunch, traceIdOf } from "./launch.ts";
export { type OwnWindow, type PeerWindow, type Port, windowPort } from "./port.ts";
export { type Receiver, type ReceiverParts, type ReceiverState, startReceiver } from "./receiver.ts";
export { type Sender, type SenderFigures, type SenderParts, type SenderState, startSender } from "./sender.ts";
export { hostTiming, type TimeHost, type Timing } from "./timing.ts";
