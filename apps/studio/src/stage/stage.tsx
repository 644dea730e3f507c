import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { NOT_LOADED } from "../state/not-loaded.ts";
import { useChunk } from "../state/use-chunk.ts";
import { useStudio } from "../state/use-studio.ts";
import type { Easel } from "./create-easel.ts";

type StageProps = {
  readonly onEasel: (easel: Easel) => void;
  readonly children?: ComponentChildren;
};

/**
 * The stage, `<main class="stage">`. What stands on it without a picture, the empty page or a fault, are its children; the
 * table that a picture lies on is fetched with the first one.
 */
export const Stage = ({ onEasel, children }: StageProps) => {
  const { opened, toast } = useStudio();
  const table = useChunk(fetchTable, opened.value !== null);
  useEffect(() => {
    if (table === "missing") toast(NOT_LOADED);
  }, [table, toast]);
  return (
    <main class="stage" aria-label="Stage">
      {table !== null && table !== "missing" && <table.Table onEasel={onEasel} />}
      {children}
    </main>
  );
};

const fetchTable = () => import("./table.tsx");
