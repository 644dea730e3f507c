/** The part of a WebAssembly memory that the engine uses. */
export type WasmMemory = { readonly buffer: ArrayBufferLike; grow(pages: number): number };

type Numbers = Uint8Array | Uint8ClampedArray | Uint16Array | Float32Array | Float64Array | Int32Array;

const PAGE = 65_536;

/** Vectors load fastest from multiples of their size. */
const ALIGNMENT = 16;

/**
 * Copies arrays into the memory, one after another from its start, and reserves space for results after them. Returns the
 * byte offset of each array and each space. Overwrites previous contents.
 */
export const layOut = (
  memory: WasmMemory,
  arrays: readonly Numbers[],
  ...rooms: readonly number[]
): readonly number[] => {
  let end = 0;
  const places = [...arrays.map(({ byteLength }) => byteLength), ...rooms].map((size) => {
    const place = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = place + size;
    return place;
  });
  const missing = Math.ceil((end - memory.buffer.byteLength) / PAGE);
  if (missing > 0) memory.grow(missing);
  const bytes = new Uint8Array(memory.buffer);
  arrays.forEach((array, index) => {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), places[index]!);
  });
  return places;
};
