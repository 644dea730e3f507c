import { useEffect, useMemo } from "preact/hooks";
import type { SaveChoice } from "../state/studio.ts";
import { useStudio } from "../state/use-studio.ts";
import { produce } from "./produce.ts";
import { createProducts, type Products } from "./products.ts";

/**
 * The files of what is open now. Those of `wanted` are made one after the other, so that their sizes can be told; none is where
 * it moves: each would be of another frame than the one that is seen when it is saved.
 */
export const useProducts = (wanted: readonly SaveChoice[]): Products => {
  const { darkroom, params, opened, live } = useStudio();
  const parsed = params.parsed.value;
  const picture = opened.value;
  const isLive = live.value !== null;
  const products = useMemo(
    () => createProducts((choice, signal) => produce(darkroom, parsed, choice, signal), !isLive),
    [darkroom, parsed, picture, isLive],
  );
  useEffect(() => products.leave, [products]);
  useEffect(() => {
    let isLeft = false;
    const makeAll = async (): Promise<void> => {
      for (const choice of isLive ? [] : wanted) {
        if (!isLeft) await products.make(choice).catch(() => {});
      }
    };
    void makeAll();
    return () => {
      isLeft = true;
    };
  }, [products, wanted, isLive]);
  return products;
};
