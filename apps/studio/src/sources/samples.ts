import type { Studio } from "../state/studio.ts";

/** A picture that ships with the project. */
export type SamplePicture = {
  readonly name: string;
  readonly file: string;
  /** Its URL. */
  readonly url: string;
  /** URL of a copy at a third of the size. */
  readonly small: string;
};

/** A face, strong colors, and all tones from black to white. */
export const SAMPLE_PICTURES: readonly SamplePicture[] = [
  {
    name: "Portrait",
    file: "portrait.webp",
    url: new URL("../../../../fixtures/samples/portrait.webp", import.meta.url).href,
    small: new URL("../../../../fixtures/small/portrait.webp", import.meta.url).href,
  },
  {
    name: "Koi",
    file: "koi.webp",
    url: new URL("../../../../fixtures/samples/koi.webp", import.meta.url).href,
    small: new URL("../../../../fixtures/small/koi.webp", import.meta.url).href,
  },
  {
    name: "Still life",
    file: "still-life.webp",
    url: new URL("../../../../fixtures/samples/still-life.webp", import.meta.url).href,
    small: new URL("../../../../fixtures/small/still-life.webp", import.meta.url).href,
  },
];

/** Fetches a sample. */
const loadSample = async ({ url }: SamplePicture): Promise<Blob> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`);
  return answer.blob();
};

/** Opens a sample like a dropped file. */
export const openSample = async (
  { open, toast }: Pick<Studio, "open" | "toast">,
  sample: SamplePicture,
): Promise<void> => {
  const file = await loadSample(sample).catch(() => null);
  if (file === null) toast("The sample did not load. Check the connection, then try again.");
  else await open(file, sample.file);
};
