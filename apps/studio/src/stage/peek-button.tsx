import { Icon } from "../chrome/icon.tsx";
import { useStudio } from "../state/use-studio.ts";
import { HoldButton } from "./hold-button.tsx";
import { peek } from "./peek.ts";

/** Shows the source for as long as it is held: the phone's way to compare. */
export const PeekButton = () => {
  const { mode } = useStudio();
  return (
    <HoldButton class="btn ghost only-phone eye" name="Hold to see the source" hold={() => peek(mode)}>
      <Icon name="eye" />
    </HoldButton>
  );
};
