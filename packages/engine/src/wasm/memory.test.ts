import { expect, test } from "vitest";
import { layOut } from "./memory.ts";

const PAGE = 65_536;

const emptyMemory = () => new WebAssembly.Memory({ initial: 0 });

test("arrays are laid out at multiples of sixteen bytes, followed by the reserved rooms", () => {
  const arrays = [new Uint8Array(3), new Float32Array(5), new Int32Array(4)];
  expect(layOut(emptyMemory(), arrays, 10, 1)).toEqual([0, 16, 48, 64, 80]);
});

test("arrays are found at their reported offsets", () => {
  const memory = emptyMemory();
  const [bytes, floats] = layOut(memory, [Uint8Array.of(7, 8, 9), Float32Array.of(0.5, -2)]);
  expect(new Uint8Array(memory.buffer, bytes, 3)).toEqual(Uint8Array.of(7, 8, 9));
  expect(new Float32Array(memory.buffer, floats, 2)).toEqual(Float32Array.of(0.5, -2));
});

test("a subarray is copied as that part", () => {
  const memory = emptyMemory();
  const [place] = layOut(memory, [Float32Array.of(1, 2, 3, 4).subarray(1, 3)]);
  expect(new Float32Array(memory.buffer, place, 3)).toEqual(Float32Array.of(2, 3, 0));
});

test("the memory grows by whole pages as needed, including rooms, and never shrinks", () => {
  const memory = emptyMemory();
  layOut(memory, [new Uint8Array(PAGE)]);
  expect(memory.buffer.byteLength).toBe(PAGE);
  layOut(memory, [new Uint8Array(PAGE)], 1);
  expect(memory.buffer.byteLength).toBe(2 * PAGE);
  layOut(memory, [new Uint8Array(1)]);
  expect(memory.buffer.byteLength).toBe(2 * PAGE);
});
