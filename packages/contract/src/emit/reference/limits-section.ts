import type { Instance } from "../../instance.ts";
import { type ToldLimit, toldLimits } from "../../told-limits.ts";
import { escapeHtml, inline } from "../markup.ts";
import { codeHtml, type Section, tableHtml } from "./parts.ts";

/** The limits of this very instance. */
export const limitsSection = (instance: Instance): Section => ({
  id: "limits",
  title: "Limits",
  lead: "As the operator of this service has set them. What exceeds one is refused with an error of its own: nothing is cut off or clamped.",
  body: tableHtml(
    ["Limit", "At most", "Meaning"],
    toldLimits(instance).map((limit) => [codeHtml(limit.name), amount(limit), inline(limit.says)]),
  ),
});

const amount = ({ value, unit }: ToldLimit): string => {
  const whole = `${grouped(value)} ${escapeHtml(unit)}`.trim();
  return unit === "bytes" && value >= MIB ? `<b>${rounded(value / MIB)} MiB</b><br>${whole}` : `<b>${whole}</b>`;
};

const MIB = 1024 ** 2;

const rounded = (value: number): string => String(Number(value.toFixed(1)));

/** Digits in groups of three, as the same text in every runtime. */
const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
