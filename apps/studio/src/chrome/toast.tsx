import { useStudio } from "../state/use-studio.ts";

/** The message at the foot of the stage, while there is one. */
export const Toast = () => {
  const { notice } = useStudio();
  if (notice.value === null) return null;
  const { words, action } = notice.value;
  return (
    <div class="toast" key={words}>
      {words}
      {action !== undefined && (
        <button
          type="button"
          class="btn"
          onClick={() => {
            notice.value = null;
            action.go();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
};
