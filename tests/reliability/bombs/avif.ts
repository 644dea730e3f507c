import { fixture } from "../../spec/drawn.ts";
import { be16, be32, latin } from "./bytes.ts";

/** A box of ISO/IEC 14496-12, and one with version and flags. */
const box = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([be32(body.length + 8), latin(type), body]);
};
const fullBox = (type: string, version: number, ...parts: readonly Uint8Array[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);

/** Our own image of 256 × 192 with this size in its header. */
export const headedAvif = (width: number, height: number): Buffer => {
  const file = Buffer.from(fixture("formats/picture.avif"));
  be32(width, height).copy(file, file.indexOf("ispe") + 8);
  return file;
};

type Grid = { readonly rows: number; readonly columns: number; readonly width: number; readonly height: number };

/**
 * An image that repeats one tile of 256 × 192 over a grid (ISO/IEC 23008-12, 6.6.2.3); the grid sets its size, the header its
 * announced size.
 */
export const gridAvif = (grid: Grid, announced: { readonly width: number; readonly height: number }): Buffer => {
  const ftyp = box("ftyp", latin("avif\0\0\0\0mif1avifmiaf"));
  const tile = tileBytes();
  const descriptor = Buffer.concat([
    Buffer.from([0, 1, grid.rows - 1, grid.columns - 1]),
    be32(grid.width, grid.height),
  ]);
  const metaAt = (tileAt: number) => meta(grid, announced, tileAt, tile.length, descriptor);
  const tileAt = ftyp.length + metaAt(0).length + 8;
  return Buffer.concat([ftyp, metaAt(tileAt), box("mdat", tile)]);
};

const [GRID_ITEM, TILE_ITEM] = [1, 2];

const meta = (
  { rows, columns }: Grid,
  { width, height }: { readonly width: number; readonly height: number },
  tileAt: number,
  tileLength: number,
  descriptor: Buffer,
): Buffer => {
  const item = (id: number, type: string) => fullBox("infe", 2, be16(id, 0), latin(`${type}\0`));
  const places = be16(GRID_ITEM, rows * columns, ...Array<number>(rows * columns).fill(TILE_ITEM));
  const properties = [
    box("av1C", Buffer.from([0x81, 0x20, 0x02, 0])),
    fullBox("ispe", 0, be32(256, 192)),
    fullBox("ispe", 0, be32(width, height)),
    fullBox("pixi", 0, Buffer.from([3, 8, 8, 8])),
  ];
  // properties by number, from 1 on; the high bit marks one as essential
  const uses = [be16(GRID_ITEM), Buffer.from([2, 3, 4]), be16(TILE_ITEM), Buffer.from([3, 0x81, 2, 4])];
  const inBox = [be16(GRID_ITEM, 1, 0, 1), be32(0, descriptor.length)];
  const inFile = [be16(TILE_ITEM, 0, 0, 1), be32(tileAt, tileLength)];
  return fullBox(
    "meta",
    0,
    fullBox("hdlr", 0, be32(0), latin("pict"), Buffer.alloc(13)),
    fullBox("pitm", 0, be16(GRID_ITEM)),
    fullBox("iloc", 1, Buffer.from([0x44, 0]), be16(2), ...inBox, ...inFile),
    fullBox("iinf", 0, be16(2), item(GRID_ITEM, "grid"), item(TILE_ITEM, "av01")),
    fullBox("iref", 0, box("dimg", places)),
    box("iprp", box("ipco", ...properties), fullBox("ipma", 0, be32(2), ...uses)),
    box("idat", descriptor),
  );
};

/** The coded tile: our own image's media data. */
const tileBytes = (): Buffer => {
  const file = Buffer.from(fixture("formats/picture.avif"));
  return file.subarray(file.indexOf("mdat") + 4);
};
