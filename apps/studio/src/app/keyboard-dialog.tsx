import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import { STUDIO_COMMANDS, type StudioCommand } from "./commands.ts";
import { capsOf, IS_MAC } from "./key-chords.ts";
import { useModal } from "./use-modal.ts";

/** Lists every shortcut, with a switch for single-letter keys. */
export const KeyboardDialog = () => {
  const studio = useStudio();
  const { letterKeys } = studio;
  const { ref, close, onClose } = useModal(studio.dialog);
  return (
    <dialog class="pop keys" ref={ref} aria-labelledby="keys-title" onClose={onClose}>
      <div class="kh">
        <h2 id="keys-title">Keyboard</h2>
        <span class="grow" />
        <button type="button" class="btn ghost" aria-label="Close" title="Close, Esc" onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      <div class="cols">
        {[...Map.groupBy(Object.values<StudioCommand>(STUDIO_COMMANDS), ({ group }) => group)].map(
          ([group, commands]) => (
            <section key={group}>
              <h3>{group}</h3>
              <dl>
                {commands
                  .filter(({ keys }) => keys.length > 0)
                  .map(({ words, keys }) => (
                    <div key={words}>
                      <dt>{words}</dt>
                      <dd>
                        {keys
                          .flatMap((chord) => capsOf(chord, IS_MAC))
                          .map((cap) => (
                            <kbd key={cap}>{cap}</kbd>
                          ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ),
        )}
      </div>
      <footer>
        <button
          type="button"
          class="swb"
          role="switch"
          aria-checked={letterKeys.value}
          aria-label="Single-letter keys"
          onClick={() => {
            letterKeys.value = !letterKeys.value;
          }}
        >
          <span class="sw" />
        </button>
        <span>Single-letter keys. Ignored while you type. Turn them off here.</span>
        <span class="grow" />
        <a href="licenses.txt" target="_blank" rel="noopener">
          Licenses
        </a>
      </footer>
    </dialog>
  );
};
