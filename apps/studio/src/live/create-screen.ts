/** An element that shows what moves, without a sound and without controls of its own. */
export const createScreen = (): HTMLVideoElement => {
  const element = document.createElement("video");
  element.muted = true;
  element.playsInline = true;
  element.preload = "auto";
  element.disablePictureInPicture = true;
  element.tabIndex = -1;
  return element;
};
