/** What is wrong with what was typed into a row's box: said at once to screen readers. */
export const Wrong = ({ id, words }: { readonly id: string; readonly words: string | null }) =>
  words === null ? null : (
    <p class="wrong" id={`${id}-wrong`} role="alert">
      {words}
    </p>
  );
