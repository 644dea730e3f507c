export { type Frame, linesOf, type ReceivedFrame } from "./frame.ts";
export { isTraceId, type Launch, launchUrl, readLaunch, traceIdOf } from "./launch.ts";
export {
  HANDOFF_ENCODINGS,
  HANDOFF_ENVELOPE,
  HANDOFF_FAILURES,
  HANDOFF_LIMITS,
  HANDOFF_MESSAGES,
  HANDOFF_MODES,
  HANDOFF_PROTOCOL,
  type HandoffFailure,
  type HandoffField,
  type HandoffMessageRow,
  type HandoffMessageType,
  type HandoffMode,
} from "./messages.ts";
export { type OwnWindow, type PeerWindow, type Port, windowPort } from "./port.ts";
export { type Receiver, type ReceiverParts, type ReceiverState, startReceiver } from "./receiver.ts";
export { type Sender, type SenderFigures, type SenderParts, type SenderState, startSender } from "./sender.ts";
export { STREAM_TOOL, TRACE_ID_PATTERN } from "./stream-tool.ts";
export { hostTiming, type TimeHost, type Timing } from "./timing.ts";
