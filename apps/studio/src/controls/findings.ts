/** What the inspector shows of a picture that has been drawn: fetched with the first one. */
export { EvidenceCard } from "./evidence-card.tsx";
export { ToneHistogram } from "./tone-histogram.tsx";
export { TunedDot } from "./tuned-dot.tsx";
