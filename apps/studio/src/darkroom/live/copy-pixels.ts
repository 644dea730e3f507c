/**
 * Copies a frame's visible pixels as RGBA. False where the browser cannot: older ones do not know the option and would copy
 * whatever format the frame has, which shows in that they never ask for it.
 */
export const copyPixels = async (frame: VideoFrame, to: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  let isAsked = false;
  const options: VideoFrameCopyToOptions = {
    get format(): VideoPixelFormat {
      isAsked = true;
      return "RGBA";
    },
  };
  try {
    await frame.copyTo(to, options);
    return isAsked;
  } catch {
    return false;
  }
};
