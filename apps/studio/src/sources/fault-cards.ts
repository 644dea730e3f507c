/** What is only needed where something went wrong: fetched by itself. */
export { brokenCard, faultCard, shrinkingCard } from "./fault-card.ts";
export { fittingColumns } from "./fitting-columns.ts";
