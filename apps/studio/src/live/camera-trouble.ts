import type { CameraTrouble } from "../sources/trouble.ts";

/** Why a camera gives no picture, by what `getUserMedia` has thrown (Media Capture and Streams, W3C, 10.2). */
export const cameraTrouble = async (error: unknown): Promise<CameraTrouble> => {
  const code = CODES[error instanceof Error ? error.name : ""] ?? "camera_busy";
  if (code === "permission_denied") return { code, cleared: permissionGiven() };
  return code === "camera_not_found" ? { code, cleared: cameraThere() } : { code };
};

const CODES: Readonly<Record<string, CameraTrouble["code"]>> = {
  NotAllowedError: "permission_denied",
  SecurityError: "permission_denied",
  NotFoundError: "camera_not_found",
  OverconstrainedError: "camera_not_found",
  NotReadableError: "camera_busy",
  AbortError: "camera_busy",
};

/** Resolves when the person has set the camera to allowed, be it in the browser's own settings. */
const permissionGiven = async (): Promise<void> => {
  const status = await cameraPermission();
  if (status === null) return new Promise(() => {});
  await new Promise<void>((resolve) => {
    status.addEventListener("change", () => status.state === "granted" && resolve());
  });
};

/** Resolves when a camera is plugged in. */
const cameraThere = (): Promise<void> =>
  new Promise((resolve) => {
    navigator.mediaDevices.addEventListener("devicechange", async () => {
      const devices = await navigator.mediaDevices.enumerateDevices();
      if (devices.some(({ kind }) => kind === "videoinput")) resolve();
    });
  });

/** What the browser remembers of the camera; null where it does not tell. */
const cameraPermission = async (): Promise<PermissionStatus | null> => {
  try {
    return await navigator.permissions.query({ name: "camera" });
  } catch {
    return null;
  }
};

/** Why a track that was there has ended: leave was taken back, or the camera is gone. */
export const lostTrouble = async (): Promise<CameraTrouble> => {
  const status = await cameraPermission();
  if (status?.state === "denied") return { code: "permission_denied", cleared: permissionGiven() };
  return { code: "camera_unplugged", cleared: cameraThere() };
};
