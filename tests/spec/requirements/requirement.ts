import type { Section } from "./sections.ts";

/** The part of the product that a requirement binds, and the file that lists it. */
export type Area =
  | "contract"
  | "engine"
  | "decode"
  | "service"
  | "mcp"
  | "studio"
  | "handoff"
  | "director"
  | "operation";

/** One testable sentence of the specification or of the decisions. `later` while nothing of it is built. */
export type Requirement = {
  readonly id: string;
  readonly source: Section;
  readonly says: string;
  readonly area: Area;
  readonly later?: true;
};

/** Sentences by their id, under the section that says them. */
type Sentences = { readonly [Source in Section]?: { readonly [id: string]: string } };

/** The requirements of one area. An id moves from `later` to `built` with the change that builds it. */
export type AreaTable = { readonly built: Sentences; readonly later: Sentences };

/** The ids that an area's table holds, as a type. */
export type IdsOf<Table extends AreaTable> = IdsIn<Table["built"]> | IdsIn<Table["later"]>;

type IdsIn<Half extends Sentences> = { [Source in keyof Half]: Extract<keyof Half[Source], string> }[keyof Half];
