import { useSignal } from "@preact/signals";
import { type SaveChoice, useStudio } from "../state/studio.ts";
import { sizeWords } from "../ui/format.ts";
import { ENDINGS, exportName } from "./export-file.ts";
import { keyOf, type Products } from "./products.ts";
import { askWhere, downloads, failureWords, PATIENCE } from "./saving.ts";

type Props = {
  readonly choice: SaveChoice;
  readonly words: string;
  readonly products: Products;
  readonly asksWhere: boolean;
  readonly disabled?: boolean;
};

/** A format; clicking saves it. After half a second it shows progress and a cancel button. */
export const SaveRow = ({ choice, words, products, asksWhere, disabled = false }: Props) => {
  const studio = useStudio();
  const isBusy = useSignal(false);
  const isSlow = useSignal(false);
  const size = products.sizes.value.get(keyOf(choice));
  const save = async (): Promise<void> => {
    const name = exportName(studio.opened.peek()!.name, choice);
    isBusy.value = true;
    const timer = setTimeout(() => {
      isSlow.value = true;
    }, PATIENCE);
    try {
      const target = asksWhere ? await askWhere(name) : downloads(name);
      await target(await products.keep(choice));
      studio.saveChoice.value = { ...studio.saveChoice.peek(), format: choice.format };
      studio.toast(`Saved ${name}`);
    } catch (error) {
      const failure = failureWords(error);
      if (failure !== null) studio.toast(failure);
    }
    clearTimeout(timer);
    isBusy.value = false;
    isSlow.value = false;
  };
  return (
    <div class={isSlow.value ? "fmt-slot busy" : "fmt-slot"}>
      <button
        type="button"
        class="fmt"
        disabled={disabled}
        aria-disabled={isBusy.value}
        autofocus={keyOf(choice) === keyOf(studio.saveChoice.peek())}
        onClick={() => !isBusy.peek() && save()}
      >
        <span class="ext">{ENDINGS[choice.format].replace(/^.*\./, "")}</span>
        <span class="d">{words}</span>
        <span class="sz" title={size === undefined ? undefined : `${size.toLocaleString("en-US")} bytes`}>
          {size === undefined ? "" : sizeWords(size)}
        </span>
      </button>
      {isSlow.value && (
        <div class="doing">
          <span class="bar" role="progressbar" aria-label={`Exporting ${words}`}>
            <i />
          </span>
          <button type="button" class="btn line" onClick={() => products.cancel(choice)}>
            Cancel
          </button>
        </div>
      )}
    </div>
  );
};
