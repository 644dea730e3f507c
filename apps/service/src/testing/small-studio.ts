import type { Studio } from "../studio/read-studio.ts";
import { studioFile } from "../studio/studio-file.ts";

/** A studio of one page, for tests that only need one to be there. */
export const SMALL_STUDIO: Studio = [studioFile("index.html", Buffer.from("<!doctype html><title>Studio</title>"))];
