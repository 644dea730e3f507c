import type { Capacity, Load } from "./capacity.ts";
import type { FitError } from "./fit-error.ts";
import { bits, gibibytes, grouped, kilobytes, oneIn, percent, significant } from "./words.ts";

/** Watts of a core at work with its share of memory, cooling and power supply: an assumption, nothing here has a meter. */
export const CORE_WATTS = 10;

/** Hours of a year of 365.25 days. */
export const YEAR_HOURS = 8766;

/** What a load takes, as lines to read. */
export const tellCapacity = (load: Load, capacity: Capacity, error: FitError, machine: string): string => {
  const rows = rowsOf(load, capacity, error);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [
    heading(load, capacity),
    "",
    ...rows.map(
      ([name, value, why]) => `  ${name.padEnd(width)}${why === "" ? value : `${value.padEnd(VALUE)}${why}`}`,
    ),
    "",
    `Measured on ${machine}; your cores may be faster or slower. docs/explanation/scale.md tells how far to trust it.`,
  ].join("\n");
};

/** Characters that values have. */
const VALUE = 18;

const heading = ({ rate, megapixels, input, columns, format, color, director }: Load, { work }: Capacity): string =>
  [
    `${grouped(rate)} renders a second: ${input} of ${megapixels} megapixels (${kilobytes(work.sentBytes)}) at ${columns} columns`,
    `${color ? "colored " : ""}${format} (${kilobytes(work.bodyBytes)})`,
    `Director ${director ? "on" : "off"}`,
  ].join(", ");

const rowsOf = (load: Load, capacity: Capacity, error: FitError): readonly (readonly [string, string, string])[] => [
  ["CPU a render", `${significant(capacity.renderMs)} ms`, `95 of 100 are off by less than ${percent(error.p95)}`],
  ...(load.hits === 0
    ? []
    : [["CPU a hit", `${significant(capacity.hitMs)} ms`, `${percent(load.hits)} are found in the cache`] as const]),
  ["cores at work", significant(capacity.busyCores), ""],
  ["cores", grouped(capacity.cores), `busy for at most ${percent(load.utilization)} of the time`],
  ["instances", grouped(capacity.instances), `of ${capacity.workers} ${capacity.workers === 1 ? "worker" : "workers"}`],
  [
    "memory",
    gibibytes(capacity.instances * capacity.instanceMiB),
    `${gibibytes(capacity.instanceMiB)} each, with pictures of ${load.largest} megapixels in all workers`,
  ],
  ["wait for a worker", `${significant(capacity.longWaitMs)} ms`, "99 of 100 wait less"],
  ["refused with 503", oneIn(capacity.refused), ""],
  ["network", bits(capacity.megabitsIn), `in, ${bits(capacity.megabitsOut)} out`],
  [
    "Redis",
    `${grouped(Math.ceil(capacity.redisCommands))}/s`,
    `${percent(capacity.redisCores)} of the one core that it can use`,
  ],
  ["haproxy", significant(capacity.haproxyCores), "cores"],
  [
    "a year",
    `${grouped(Math.round(capacity.cores))} core-years`,
    `${grouped(Math.round((capacity.cores * CORE_WATTS * YEAR_HOURS) / 1000))} kWh at ${CORE_WATTS} W a core`,
  ],
];
