import { encodeBitmap } from "./encode-bitmap.ts";
import { type PictureSize, shrunkSize } from "./picture-limits.ts";

/** An upright copy of a picture that is as large as a picture may be: a JPEG of a JPEG, a PNG of any other. */
export const shrinkPicture = async (file: Blob): Promise<Blob> => {
  const { width, height } = shrunkSize(await uprightSize(file));
  const copy = await createImageBitmap(file, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
  return encodeBitmap(copy, await copyType(file));
};

/** An image element knows its size, turned as its file says, before anything of it is decoded. */
const uprightSize = async (file: Blob): Promise<PictureSize> => {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.addEventListener("load", resolve);
      image.addEventListener("error", reject);
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
};

const copyType = async (file: Blob): Promise<"image/jpeg" | "image/png"> => {
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  return first === 0xff ? "image/jpeg" : "image/png";
};
