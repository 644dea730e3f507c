/** Fetches all that films are made by, so that a Worker that is started for one finds it when the network is gone. */
export const fetchExportParts = (): Promise<unknown> =>
  Promise.allSettled([
    import("./develop-film.ts"),
    import("./recording-reel.ts"),
    import("./open-clip.ts"),
    import("./video.ts"),
    import("./gif.ts"),
    import("./cast.ts"),
    import("./html-player.ts"),
  ]);
