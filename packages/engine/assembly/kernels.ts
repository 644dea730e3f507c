// AssemblyScript: the most expensive loops, four samples at a time. Each has a twin in TypeScript that rounds every
// operation to single precision in the same order, so both choose the same glyphs, bit for bit.

export { bilateral } from "./bilateral";
export { blur } from "./blur";
export { coveredSums, fitCell, readCell } from "./fit";
export { addRow, blendParts, partColors, partTones, readRow, writeRow } from "./parts";
export { layCells, sweep } from "./search";
export { stamp } from "./stamp";
