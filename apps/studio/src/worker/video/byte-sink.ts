/** Appends bytes to fixed-size pages, so that nothing is copied while growing. */
export type ByteSink = {
  /** Bytes written so far. */
  readonly size: () => number;
  readonly put: (byte: number) => void;
  /** Writes an unsigned integer as LEB128: seven bits per byte, lowest first, the high bit set if more follow. */
  readonly putNumber: (value: number) => void;
  /** Everything written, page by page. */
  readonly parts: () => readonly Uint8Array<ArrayBuffer>[];
  readonly append: (other: ByteSink) => void;
  readonly toBlob: () => Blob;
};

const PAGE = 2 ** 18;

export const createByteSink = (): ByteSink => {
  const full: Uint8Array<ArrayBuffer>[] = [];
  let page = new Uint8Array(PAGE);
  let used = 0;
  const put = (byte: number): void => {
    if (used === PAGE) {
      full.push(page);
      page = new Uint8Array(PAGE);
      used = 0;
    }
    page[used++] = byte;
  };
  const putNumber = (value: number): void => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) put((rest % 128) | 128);
    put(rest);
  };
  const parts = (): readonly Uint8Array<ArrayBuffer>[] => [...full, page.subarray(0, used)];
  return {
    size: () => full.length * PAGE + used,
    put,
    putNumber,
    append: (other) => {
      for (const part of other.parts()) for (const byte of part) put(byte);
    },
    parts,
    toBlob: () => new Blob([...parts()]),
  };
};
