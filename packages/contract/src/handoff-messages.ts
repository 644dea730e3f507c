import { MAX_CELLS } from "./limits.ts";
import { HANDOFF_MODES } from "./version.ts";

type Described = { readonly says: string; readonly optional?: true };

/** What a field of a handoff message may hold. */
export type HandoffField = Described &
  (
    | { readonly kind: "integer" | "number"; readonly min: number; readonly max: number }
    /** At least one character, at most so many. */
    | { readonly kind: "text"; readonly max: number }
    | { readonly kind: "choice"; readonly values: readonly (string | number)[] }
    /** A list of at least one, of which at least one of these is hoped for. */
    | { readonly kind: "choices"; readonly values: readonly (string | number)[] }
    /** An `ArrayBuffer` of so many bytes for each cell of the frame; in base64 where the encoding says so. */
    | { readonly kind: "bytes"; readonly perCell: number }
  );

/** Who sends a message of a type, what it means, and its fields beside those of `HANDOFF_ENVELOPE`. */
export type HandoffMessageRow = {
  readonly from: "sender" | "receiver" | "both";
  readonly says: string;
  readonly fields: { readonly [name: string]: HandoffField };
};

/** Versions of the protocol that are spoken. */
export const HANDOFF_VERSIONS = [1] as const;

/** How a frame's bytes travel: as transferred buffers, or as base64 in plain strings. */
export const HANDOFF_ENCODINGS = ["rgb24-u8", "rgb24-b64-v1"] as const;

/** Why a handoff fails, each with what to tell the person. */
export const HANDOFF_FAILURES = {
  popup_blocked: "The browser did not open the receiver's window.",
  receiver_timeout: "The receiver did not answer.",
  receiver_unreachable: "The receiver's page cuts the link to the one that opened it (Cross-Origin-Opener-Policy).",
  version_mismatch: "The receiver speaks another version of the protocol.",
  receiver_stalled: "The receiver has stopped answering.",
  receiver_closed: "The receiver's window was closed.",
  permission_denied: "The camera is blocked for the studio.",
  source_ended: "The camera or the video has ended.",
} as const;

export type HandoffFailure = keyof typeof HANDOFF_FAILURES;

/** Bounds of the protocol: of time in milliseconds, of counts in messages or frames. */
export const HANDOFF_LIMITS = {
  /** Between two `hello` while nobody answers, and until it is given up. */
  helloEvery: 250,
  helloFor: 10_000,
  /** Between two `ping` while no frame is acknowledged; after so many without an answer the other side is gone. */
  pingEvery: 2000,
  pingsMissed: 3,
  /** Frames that may be on their way at once. */
  credits: 4,
  /** Messages a second that are looked at, of each side. */
  messagesPerSecond: 240,
  cells: MAX_CELLS,
} as const;

const TIME = { kind: "number", min: 0, max: 1e15 } as const;
const COUNT = { kind: "integer", min: 0, max: Number.MAX_SAFE_INTEGER } as const;
const REASON = { kind: "text", max: 64, says: "Why, in a word." } as const;
const CREDITS = { kind: "integer", min: 1, max: HANDOFF_LIMITS.credits } as const;
const COLOR = { kind: "integer", min: 0, max: 0xff_ff_ff } as const;

/** The fields that every message has. */
export const HANDOFF_ENVELOPE = {
  protocol: "The protocol and its version.",
  type: "The message's type.",
  session: "Names the handoff: made by the sender, absent in `boot` only, which comes before it.",
  traceId: "The trace id of the launch address.",
} as const;

/** All messages of the handoff (answers 6.1). The guard, the manifest's schemas and the types derive from here. */
export const HANDOFF_MESSAGES = {
  boot: { from: "receiver", says: "The receiver has loaded and listens.", fields: {} },
  hello: {
    from: "sender",
    says: "What the sender offers. Sent on `boot`, and again until `ready` comes.",
    fields: {
      versions: { kind: "choices", values: HANDOFF_VERSIONS, says: "Versions that the sender speaks." },
      mode: { kind: "choice", values: HANDOFF_MODES, says: "What will be sent." },
      source: { kind: "choice", values: ["studio"], says: "Who sends." },
      encodings: { kind: "choices", values: HANDOFF_ENCODINGS, says: "How frames may travel." },
      maxFps: { kind: "number", min: 1, max: 120, says: "Frames a second at most." },
    },
  },
  ready: {
    from: "receiver",
    says: "The receiver accepts. The first one counts.",
    fields: {
      version: { kind: "integer", min: 1, max: 255, says: "The version that both speak from here on." },
      encoding: { kind: "choice", values: HANDOFF_ENCODINGS, says: "How frames travel." },
      credits: { ...CREDITS, says: "Frames that may be on their way at once." },
      maxFps: {
        kind: "number",
        min: 1,
        max: 120,
        says: "Frames a second that the receiver wants at most.",
        optional: true,
      },
    },
  },
  frame: {
    from: "sender",
    says: "One frame. It costs one credit.",
    fields: {
      seq: { ...COUNT, says: "Its number: always larger than the last one's; numbers may be left out." },
      t: { ...TIME, says: "Milliseconds since 1970 when it was drawn." },
      mediaTime: { ...TIME, says: "Seconds into the video, or since the camera began.", optional: true },
      cols: { kind: "integer", min: 8, max: 400, says: "Cells in a row." },
      rows: { kind: "integer", min: 1, max: MAX_CELLS / 8, says: "Rows." },
      codebook: { kind: "text", max: 256, says: "The glyphs that cells name by their place in it." },
      cells: { kind: "bytes", perCell: 1, says: "The glyph of each cell, row by row." },
      rgb: {
        kind: "bytes",
        perCell: 3,
        says: "The color of each cell's glyph in sRGB; absent where all have that of `ink`.",
        optional: true,
      },
      ink: { ...COLOR, says: "The color of glyphs without one of their own, 0xRRGGBB.", optional: true },
      ground: { ...COLOR, says: "What lies behind the glyphs, 0xRRGGBB; black where it is absent.", optional: true },
      paramsRev: { ...COUNT, says: "Changes when the parameters do that the frames are drawn with." },
    },
  },
  ack: {
    from: "receiver",
    says: "A frame has been taken in; gives credit back.",
    fields: {
      seq: { ...COUNT, says: "The frame's number." },
      credits: { ...CREDITS, says: "Credits that come back: usually one." },
    },
  },
  ping: {
    from: "both",
    says: "Is anybody there?",
    fields: { n: { ...COUNT, says: "Its number." }, t: { ...TIME, says: "When it was sent." } },
  },
  pong: {
    from: "both",
    says: "The answer, with the numbers of the question.",
    fields: { n: { ...COUNT, says: "Its number." }, t: { ...TIME, says: "When the question was sent." } },
  },
  pause: {
    from: "sender",
    says: "The source rests: frames come only where its picture is drawn anew.",
    fields: { reason: REASON },
  },
  resume: { from: "sender", says: "The source moves again.", fields: { reason: REASON } },
  error: {
    from: "both",
    says: "Something failed; the session is over.",
    fields: {
      code: { kind: "choice", values: Object.keys(HANDOFF_FAILURES) as HandoffFailure[], says: "What failed." },
      message: { kind: "text", max: 256, says: "A sentence for a person." },
    },
  },
  close: { from: "both", says: "The session is over.", fields: { reason: REASON } },
} as const satisfies { readonly [type: string]: HandoffMessageRow };

export type HandoffMessageType = keyof typeof HANDOFF_MESSAGES;

type ValueOf<Field> = Field extends { kind: "integer" | "number" }
  ? number
  : Field extends { kind: "text" }
    ? string
    : Field extends { kind: "choice"; values: readonly (infer Value)[] }
      ? Value
      : Field extends { kind: "choices"; values: readonly (infer Value)[] }
        ? readonly Value[]
        : ArrayBuffer | string;

type FieldsOf<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends { optional: true } ? never : Name]: ValueOf<Fields[Name]>;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends { optional: true } ? Name : never]?: ValueOf<Fields[Name]>;
};

/** A message of one type, or of any of several. */
export type HandoffMessage<Type extends HandoffMessageType = HandoffMessageType> = Type extends HandoffMessageType
  ? { readonly type: Type } & FieldsOf<(typeof HANDOFF_MESSAGES)[Type]["fields"]>
  : never;
