import { useChunk } from "../state/use-chunk.ts";
import { useStudio } from "../state/use-studio.ts";

/** Where the card of a fault stands. Its code is fetched with the first one. */
export const FaultPlace = () => {
  const { fault } = useStudio();
  const chunk = useChunk(fetchCard, fault.value !== null);
  if (fault.value === null || chunk === null || chunk === "missing") return null;
  return <chunk.Card key={fault.value.code} fault={fault.value} />;
};

const fetchCard = () => import("./fault-card.tsx");
