import type { LiveSource, SourceKind } from "../state/source.ts";
import { useStudio } from "../state/studio.ts";
import { Icon } from "../ui/icon.tsx";
import { useChunk } from "../ui/use-chunk.ts";
import { CommandButton } from "./command-button.tsx";
import { STUDIO_COMMANDS } from "./commands.ts";
import { shownTheme } from "./theme.ts";

/** The top bar: source, history, sharing and export. */
export const TopBar = () => {
  const studio = useStudio();
  const opened = studio.opened.value;
  return (
    <header class="top">
      <h1 class="sr">Lumiglyph studio</h1>
      <Wordmark />
      <SourceSwitch kind={opened?.kind} />
      {opened !== null && (
        <div class="file">
          <b>{opened.name}</b>
          <span class="mono">{`${opened.info.width} × ${opened.info.height}${lengthOf(studio.live.value)}`}</span>
          <CommandButton class="ghost wide" command="closePicture" icon="x" name="Close and forget the picture" />
        </div>
      )}
      <div class="grow" />
      <CommandButton class="ghost wide" command="undo" icon="undo" name="Undo" />
      <CommandButton class="ghost wide" command="redo" icon="redo" name="Redo" />
      {opened !== null && <span class="sep" />}
      <BadgePlace />
      {studio.handoff.value && <studio.handoff.value.Pill />}
      <CommandButton class="wide" command="copyLink" icon="link" name="Copy settings link" />
      <MoreMenu />
      <ShareOrCopy />
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

/** The art itself: to the share sheet where there is one, else to the clipboard. */
const ShareOrCopy = () =>
  STUDIO_COMMANDS.share.when(useStudio()) && matchMedia("(hover: none)").matches ? (
    <CommandButton command="share" icon="share" label="Share" name="Share" />
  ) : (
    <CommandButton class="wide" command="copyPicture" icon="copy" label="Copy" name="Copy as a picture" />
  );

/** Which kind of source is open, and buttons to open another. */
const SourceSwitch = ({ kind }: { readonly kind: SourceKind | undefined }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
  <div class="seg" role="group" aria-label="Source">
    {SOURCES.map(([one, label]) => (
      <CommandButton key={one} command={one} icon={one} label={label} pressed={one === kind} />
    ))}
  </div>
);

const SOURCES = [
  ["image", "Image"],
  ["video", "Video"],
  ["camera", "Camera"],
] as const;

const lengthOf = (live: LiveSource | null): string =>
  live?.kind === "video" ? `, ${Math.round(live.duration)} s` : "";

/** The badge is loaded with the first picture. */
const BadgePlace = () => {
  const isWanted = useStudio().opened.value !== null;
  const chunk = useChunk(fetchBadge, isWanted);
  return isWanted && chunk !== null && chunk !== "missing" && <chunk.AutoBadge />;
};

const fetchBadge = () => import("./auto-badge.tsx");

const Wordmark = () => (
  <a class="mark" href="../chrome" aria-label="Lumiglyph home">
    <i aria-hidden="true">
      {[...".:|@"].map((glyph) => (
        <b key={glyph}>{glyph}</b>
      ))}
    </i>
    <span>Lumiglyph</span>
  </a>
);

/** Menu for the buttons that do not fit on a phone. */
const MoreMenu = () => (
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
      <CommandButton leaves="more" command="copyPicture" icon="copy">
        Copy as a picture
      </CommandButton>
      <CommandButton leaves="more" command="copyLink" icon="link">
        Copy settings link
      </CommandButton>
      <CommandButton leaves="more" command="closePicture" icon="x">
        Close and forget the picture
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
