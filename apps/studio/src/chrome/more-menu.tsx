import { CommandButton } from "./command-button.tsx";
import { Icon } from "./icon.tsx";

/** What a phone's top bar has no room for. */
export const MoreMenu = () => (
  <>
    <button type="button" class="btn ghost only-phone" popoverTarget="more" aria-label="More">
      <Icon name="more" />
    </button>
    <div id="more" class="pop more" popover="auto">
      <CommandButton leaves="more" command="undo" icon="undo">
        Undo
      </CommandButton>
      <CommandButton leaves="more" command="redo" icon="redo">
        Redo
      </CommandButton>
      <CommandButton leaves="more" command="formats" icon="down">
        Choose an export format
      </CommandButton>
      <CommandButton leaves="more" command="share" icon="link">
        Copy a link to these settings
      </CommandButton>
      <CommandButton leaves="more" command="theme" icon="theme">
        Switch the theme
      </CommandButton>
      <CommandButton leaves="more" command="keys" icon="keyboard">
        Keyboard
      </CommandButton>
    </div>
  </>
);
