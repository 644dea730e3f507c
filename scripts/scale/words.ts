/** Figures as they are told: to as many digits as are known, with the unit that suits them. */

/** Two digits that count, three of what is above a hundred. */
export const significant = (value: number): string => grouped(Number(value.toPrecision(value < 100 ? 2 : 3)));

export const grouped = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 9 });

export const percent = (share: number): string => `${significant(share * 100)} %`;

export const gibibytes = (mebibytes: number): string => `${significant(mebibytes / 1024)} GiB`;

export const kilobytes = (bytes: number): string => `${significant(bytes / 1000)} kB`;

/** Megabits a second, in the unit that suits them. */
export const bits = (megabits: number): string =>
  megabits < 1000 ? `${significant(megabits)} Mbit/s` : `${significant(megabits / 1000)} Gbit/s`;

/** A share as one in so many. */
export const oneIn = (share: number): string =>
  share < 1e-9 ? "fewer than 1 in 1,000,000,000" : `1 in ${grouped(Number((1 / share).toPrecision(2)))}`;
