import { useSignal } from "@preact/signals";
import type { TargetedDragEvent } from "preact";
import { downloads } from "../export/saving.ts";
import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import type { FontChoice, OwnFont } from "../worker/font-choice.ts";
import { useModal } from "./use-modal.ts";

/** Matches the art to a font of the user's own: by its name on this device, or from a file. */
export const FontDialog = () => {
  const { dialog, worker, toast } = useStudio();
  const { ref, close, onClose } = useModal(dialog);
  const matched = worker.ownFont.value;
  const typed = useSignal("");
  const wrong = useSignal<string | null>(null);
  const isBusy = useSignal(false);

  const match = async (choose: () => Promise<FontChoice> | FontChoice): Promise<void> => {
    isBusy.value = true;
    wrong.value = null;
    try {
      const choice = await choose();
      await worker.matchFont(choice);
      close();
      toast(`Matched to ${choice.name}`);
    } catch (error) {
      wrong.value = error instanceof Error ? error.message : String(error);
    }
    isBusy.value = false;
  };
  const open = (file: File | undefined): void => void (file !== undefined && match(() => choiceOf(file)));
  // the page behind would treat a dropped file as a picture
  const stay = (event: TargetedDragEvent<HTMLDialogElement>): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <dialog
      class="pop fonts"
      ref={ref}
      aria-labelledby="font-title"
      onClose={onClose}
      onDragEnter={stay}
      onDragOver={stay}
      onDragLeave={stay}
      onDrop={(event) => {
        stay(event);
        open(event.dataTransfer?.files[0]);
      }}
    >
      <div class="kh">
        <h2 id="font-title">Match to a font</h2>
        <span class="grow" />
        <button type="button" class="btn ghost" aria-label="Close" title="Close, Esc" onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      <p>
        Letters differ in brightness from font to font. Name the one that will show your art, or drop its file here. It
        stays on this device.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const name = typed.value.trim();
          if (name !== "") void match(() => ({ name, file: null }));
        }}
      >
        <label for="font-name">Font on this device</label>
        <input
          id="font-name"
          class="txt"
          list="font-names"
          placeholder="Consolas"
          maxLength={64}
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          aria-describedby={wrong.value === null ? undefined : "font-wrong"}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
        <datalist id="font-names">
          {USUAL_NAMES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" class="btn go" disabled={isBusy.value}>
          Match
        </button>
      </form>
      {wrong.value !== null && (
        <p class="wrong" id="font-wrong" role="alert">
          {wrong.value}
        </p>
      )}
      <div class="ways">
        <label class="btn line">
          Open a font file
          <input
            type="file"
            class="sr"
            accept=".ttf,.otf,.woff,.woff2,font/*"
            onChange={({ currentTarget }) => {
              open(currentTarget.files?.[0]);
              currentTarget.value = "";
            }}
          />
        </label>
        {matched !== null && (
          <button
            type="button"
            class="btn line"
            title="For the command line's --font-profile, and for the library"
            onClick={() => void downloads(`${matched.name}.json`)(profileFile(matched))}
          >
            Save {matched.name}'s profile
          </button>
        )}
      </div>
    </dialog>
  );
};

const profileFile = ({ profile }: OwnFont): Blob =>
  new Blob([`${JSON.stringify(profile, null, 2)}\n`], { type: "application/json" });

/** Monospaced fonts that systems and programmers have. */
const USUAL_NAMES = [
  "Consolas",
  "Menlo",
  "SF Mono",
  "Monaco",
  "Courier New",
  "Lucida Console",
  "Cascadia Mono",
  "DejaVu Sans Mono",
  "Liberation Mono",
  "Ubuntu Mono",
  "Noto Sans Mono",
  "JetBrains Mono",
  "Fira Code",
  "Source Code Pro",
  "Hack",
  "IBM Plex Mono",
  "Inconsolata",
  "Iosevka",
  "Geist Mono",
];

/** Larger than any monospaced font of the field with all its scripts. */
const MOST_BYTES = 20_000_000;

const choiceOf = async (file: File): Promise<FontChoice> => {
  if (file.size > MOST_BYTES) throw new Error("This file is larger than 20 MB. Fonts are smaller.");
  const bytes = await file.arrayBuffer();
  return { name: familyIn(new DataView(bytes)) ?? file.name.replace(/\.\w+$/, "").slice(0, 64), file: bytes };
};

/**
 * The family's name in a TTF or OTF file, for the style sheets of exports; null if none is found. The browser judges the
 * rest of the file.
 */
const familyIn = (view: DataView): string | null => {
  try {
    const tables = Array.from({ length: view.getUint16(4) }, (_, i) => 12 + 16 * i);
    const row = tables.find((at) => view.getUint32(at) === NAME_TABLE)!;
    const start = view.getUint32(row + 8);
    const strings = start + view.getUint16(start + 4);
    const records = Array.from({ length: view.getUint16(start + 2) }, (_, i) => start + 6 + 12 * i);
    // names of Windows are UTF-16; 16 is the family of all weights, 1 that of this one
    const named = (id: number) => records.find((at) => view.getUint16(at) === 3 && view.getUint16(at + 6) === id);
    const record = named(16) ?? named(1)!;
    const from = strings + view.getUint16(record + 10);
    const length = Math.min(view.getUint16(record + 8), 2 * 64);
    const units = Array.from({ length: length / 2 }, (_, i) => view.getUint16(from + 2 * i));
    return String.fromCharCode(...units).trim() || null;
  } catch {
    return null;
  }
};

const NAME_TABLE = 0x6e616d65;
