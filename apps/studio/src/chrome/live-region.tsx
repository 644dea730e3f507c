import { useStudio } from "../state/use-studio.ts";

/** What screen readers are told of changes that sighted people see. Always there: a region that comes with its words is not read. */
export const LiveRegion = () => (
  <div class="sr" role="status" aria-live="polite">
    {useStudio().said}
  </div>
);
