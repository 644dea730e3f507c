import { useStudio } from "../state/use-studio.ts";
import { AutoBadge } from "./auto-badge.tsx";
import { CommandButton } from "./command-button.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { shownTheme } from "./theme.ts";

/** The bar on top: what is open, what was done, what comes out. */
export const TopBar = () => {
  const studio = useStudio();
  const opened = studio.opened.value;
  return (
    <header class="top">
      <h1 class="sr">Lumiglyph studio</h1>
      <Wordmark />
      <CommandButton class="open" command="open" icon="image" label="Open" />
      {opened !== null && (
        <div class="file">
          <b>{opened.name}</b>
          <span class="mono">{`${opened.info.width} × ${opened.info.height}`}</span>
        </div>
      )}
      <div class="grow" />
      <CommandButton class="ghost" command="undo" icon="undo" name="Undo" />
      <CommandButton class="ghost wide" command="redo" icon="redo" name="Redo" />
      {opened !== null && <span class="sep" />}
      {opened !== null && <AutoBadge />}
      <CommandButton class="wide" command="share" icon="link" label="Share" name="Share a link to these settings" />
      <MoreMenu />
      <div class="splitbtn">
        <CommandButton class="solid" command="save" icon="down" name="Export">
          Export
        </CommandButton>
        <CommandButton class="solid" command="formats" icon="chevron" name="Choose an export format" />
      </div>
      <CommandButton
        class="ghost wide"
        command="theme"
        icon="theme"
        name={shownTheme(studio) === "dark" ? "Theme: dark. Switch to light" : "Theme: light. Switch to dark"}
      />
      <CommandButton class="ghost wide" command="keys" icon="keyboard" name="Keyboard" />
    </header>
  );
};

const Wordmark = () => (
  <a class="mark" href="./" aria-label="Lumiglyph, start">
    <i aria-hidden="true">
      {[...".:|@"].map((glyph) => (
        <b key={glyph}>{glyph}</b>
      ))}
    </i>
    <span>Lumiglyph</span>
  </a>
);
