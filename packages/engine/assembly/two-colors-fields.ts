// Fields of the search, in the order in which ../src/wasm/search.ts writes them.
@inline export function columns(s: i32): i32 { return load<i32>(s, 0); }
@inline export function rows(s: i32): i32 { return load<i32>(s, 4); }
@inline export function stride(s: i32): i32 { return load<i32>(s, 8) << 2; }
@inline export function plane(s: i32): i32 { return load<i32>(s, 12) << 2; }
@inline export function count(s: i32): i32 { return load<i32>(s, 16); }
@inline export function room(s: i32): i32 { return load<i32>(s, 20) << 2; }
/** 0 without a palette. */
@inline export function tries(s: i32): i32 { return load<i32>(s, 24); }
@inline export function firm(s: i32): f32 { return load<f32>(s, 28); }
@inline export function keep(s: i32): f32 { return load<f32>(s, 32); }
@inline export function wholeWhole(s: i32): f32 { return load<f32>(s, 36); }
@inline export function fill(s: i32): f32 { return load<f32>(s, 40); }
@inline export function backing(s: i32): f32 { return load<f32>(s, 44); }
@inline export function heft(s: i32): f32 { return load<f32>(s, 48); }
@inline export function backdrop(s: i32): i32 { return <i32>load<f32>(s, 52); }
@inline export function errorAt(s: i32): i32 { return load<i32>(s, 56); }
@inline export function cellsAt(s: i32): i32 { return load<i32>(s, 60); }
@inline export function groundAt(s: i32): i32 { return load<i32>(s, 64); }
@inline export function moreAt(s: i32): i32 { return load<i32>(s, 68); }
@inline export function meansAt(s: i32): i32 { return load<i32>(s, 72); }
@inline export function dirtyAt(s: i32): i32 { return load<i32>(s, 76); }
@inline export function heldAt(s: i32): i32 { return load<i32>(s, 80); }
@inline export function likedAt(s: i32): i32 { return load<i32>(s, 84); }
@inline export function worthAt(s: i32): i32 { return load<i32>(s, 88); }
@inline export function evenAt(s: i32): i32 { return load<i32>(s, 92); }
@inline export function weightsAt(s: i32): i32 { return load<i32>(s, 96); }
@inline export function paintsAt(s: i32): i32 { return load<i32>(s, 100); }
@inline export function footAt(s: i32): i32 { return load<i32>(s, 104); }
@inline export function wholeAt(s: i32): i32 { return load<i32>(s, 108); }
@inline export function innerAt(s: i32): i32 { return load<i32>(s, 112); }
@inline export function insideAt(s: i32): i32 { return load<i32>(s, 116); }
@inline export function fitsAt(s: i32): i32 { return load<i32>(s, 120); }
@inline export function productsAt(s: i32): i32 { return load<i32>(s, 124); }
@inline export function boundsAt(s: i32): i32 { return load<i32>(s, 128); }
@inline export function lightAt(s: i32): i32 { return load<i32>(s, 132); }
@inline export function toneAt(s: i32): i32 { return load<i32>(s, 136); }
@inline export function nearAt(s: i32): i32 { return load<i32>(s, 140); }
@inline export function errorsAt(s: i32): i32 { return load<i32>(s, 144); }
@inline export function pullAt(s: i32): i32 { return load<i32>(s, 148); }
@inline export function newGroundAt(s: i32): i32 { return load<i32>(s, 152); }
@inline export function newMoreAt(s: i32): i32 { return load<i32>(s, 156); }
@inline export function slopesAt(s: i32): i32 { return load<i32>(s, 160); }
@inline export function moresAt(s: i32): i32 { return load<i32>(s, 164); }

/** `PLAIN` in ../src/search/two-colors-sweep.ts. */
const PLAIN: f32 = 1e-6;

@inline export function weightOf(s: i32, cell: i32, channel: i32): f32 { return load<f32>(weightsAt(s) + ((3 * cell + channel) << 2)); }

@inline export function worthOf(s: i32, cell: i32, glyph: i32): f32 {
  let sum: f32 = glyph == 0 ? PLAIN : 0;
  if (glyph == <i32>load<u8>(likedAt(s) + cell)) sum += load<f32>(worthAt(s) + (cell << 2));
  return glyph == <i32>load<u8>(cellsAt(s) + cell) ? sum + keep(s) : sum;
}
