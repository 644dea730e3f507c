/** A choice between on and off, with its words beside it. */
export const OptionSwitch = ({
  words,
  isOn,
  onChange,
}: {
  readonly words: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) => (
  <button type="button" class="option" role="switch" aria-checked={isOn} onClick={() => onChange(!isOn)}>
    <span class="sw" />
    {words}
  </button>
);
