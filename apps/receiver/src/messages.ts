import { HANDOFF_FAILURES, type ReceiverState } from "@lumiglyph/handoff";

/** The text shown while there are no frames. */
export type Note = { readonly title: string; readonly says: string; readonly list?: readonly string[] };

/** The page was opened without a handoff in its address. */
export const NOT_OPENED: Note = {
  title: "No studio opened this page",
  says: "It shows frames from a Lumiglyph studio. Open a picture in the studio, then choose Handoff there.",
};

/** The address has a handoff, but there is no opener window. */
export const NO_OPENER: Note = {
  title: "The studio cannot be reached from here",
  says: "This page was opened from a copied link, or one of the two pages was served with a Cross-Origin-Opener-Policy that cuts the link between them. Close this window and choose Handoff in the studio.",
};

/** The list of studios is missing or invalid. */
export const INVALID_STUDIO_LIST: Note = {
  title: "No trusted studios",
  says: "studios.json next to this page must list the studios' origins as browsers spell them, such as https://studio.example.",
};

/** None of the trusted studios has sent anything. */
export const untrusted = (studios: readonly string[]): Note => ({
  title: "No trusted studio answered",
  says: "The window that opened this page is not one of these, or it has navigated away:",
  list: studios,
});

/** The note for a state before the first frame. */
export const noteOf = (state: ReceiverState): Note => ({ title: stateText(state), says: SAYS[state.name] });

const SAYS: { readonly [Name in ReceiverState["name"]]: string } = {
  waiting: "Frames appear here as soon as they arrive.",
  streaming: "Connected. Frames appear here as soon as they arrive.",
  paused: "Connected. The source is paused.",
  closed: "Nothing was sent. Choose Handoff in the studio to start again.",
  failed: "Nothing was sent. Choose Handoff in the studio to start again.",
};

/** A short description of a state. */
export const stateText = (state: ReceiverState): string => {
  switch (state.name) {
    case "waiting":
      return "Waiting for the studio";
    case "streaming":
      return "Live";
    case "paused":
      return "Paused";
    case "closed":
      return ENDED[state.reason] ?? "Ended";
    case "failed":
      return HANDOFF_FAILURES[state.code];
  }
};

/** Reasons to show. Others come from another page and are not shown. */
const ENDED: { readonly [reason: string]: string } = {
  complete: "One frame received",
  silent: "The studio stopped responding",
  receiver: "Stopped here",
};
