import type { Camera } from "./live-source.ts";

/** All cameras that there are. Their names are told once the person has let one be used. */
export const listCameras = async (): Promise<readonly Camera[]> => {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind }) => kind === "videoinput")
    .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Camera ${at + 1}` }));
};
