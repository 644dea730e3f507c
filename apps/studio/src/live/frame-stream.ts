/** The frames of a track as a stream that can be handed to a Worker; null where the browser makes none on a page. */
export const frameStream = (track: MediaStreamTrack): ReadableStream<VideoFrame> | null => {
  const { MediaStreamTrackProcessor } = globalThis as { MediaStreamTrackProcessor?: TrackProcessor };
  return MediaStreamTrackProcessor === undefined ? null : new MediaStreamTrackProcessor({ track }).readable;
};

/** MediaStreamTrack Insertable Media Processing (W3C), which the compiler does not know yet. */
type TrackProcessor = new (init: {
  readonly track: MediaStreamTrack;
}) => { readonly readable: ReadableStream<VideoFrame> };
