import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { Icon, type IconName } from "../ui/icon.tsx";
import { type CommandId, CommandsContext, STUDIO_COMMANDS, type StudioCommand } from "./commands.ts";
import { ariaOf, capsOf, IS_MAC } from "./key-chords.ts";

type Props = {
  readonly command: CommandId;
  readonly class?: string;
  readonly icon: IconName;
  /** Text beside the icon, hidden in narrow windows. */
  readonly label?: string;
  /** Accessible name, where the visible text is missing or not enough. */
  readonly name?: string;
  /** Whether this is the selected one of several. */
  readonly pressed?: boolean;
  /** Id of the popover that contains the button and closes on click. */
  readonly leaves?: string;
  readonly children?: ComponentChildren;
};

/** A button that runs a command, shows its shortcut, and is disabled while the command is. */
export const CommandButton = ({ command, class: more = "", icon, label, name, pressed, leaves, children }: Props) => {
  const context = useContext(CommandsContext)!;
  const { keys, run, when }: StudioCommand = STUDIO_COMMANDS[command];
  const said = name ?? label;
  return (
    <button
      type="button"
      class={`btn ${more}`}
      popoverTarget={leaves}
      popoverTargetAction="hide"
      disabled={when?.(context.studio) === false}
      aria-label={name}
      aria-pressed={pressed}
      aria-keyshortcuts={keys.map((chord) => ariaOf(chord, IS_MAC)).join(" ") || undefined}
      title={[said, ...keys.slice(0, 1).map((chord) => capsOf(chord, IS_MAC).join(" "))].join(", ")}
      onClick={() => run?.(context, 0)}
    >
      <Icon name={icon} />
      {label !== undefined && <span class="lbl">{label}</span>}
      {children}
    </button>
  );
};
