/** The part of a WebAssembly memory that the engine uses. */
export type WasmMemory = { readonly buffer: ArrayBufferLike; grow(pages: number): number };

type Numbers = Uint8Array | Float32Array | Int32Array;

const PAGE = 65_536;

/** Vectors are loaded fastest from multiples of their size. */
const ALIGNMENT = 16;

/** Copies arrays into the memory one after another, from the start; returns where each of them lies, in bytes. */
export const layOut = (memory: WasmMemory, arrays: readonly Numbers[], start: number): readonly number[] => {
  let end = start;
  const places = arrays.map((array) => {
    const place = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
    end = place + array.byteLength;
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
