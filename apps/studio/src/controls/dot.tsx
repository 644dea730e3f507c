import type { TargetedMouseEvent } from "preact";

type DotProps = {
  readonly label: string;
  /** The default, in words. */
  readonly back: string;
  readonly reset: () => void;
};

/** The mark of a row that the person has set; clicked, it resets the row and leaves it to the Director again. */
export const Dot = ({ label, back, reset }: DotProps) => {
  const words = `Reset ${label} to ${back}`;
  const click = ({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void => {
    // the dot is about to go: the focus must not be lost with it
    currentTarget.closest(".row")?.querySelector<HTMLElement>("input, select, button")?.focus();
    reset();
  };
  return <button type="button" class="dotb" aria-label={words} title={words} onClick={click} />;
};
