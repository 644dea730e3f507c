/** A bare item of RFC 9651. `Token` and `Decimal` mark what a plain string or number would leave open. */
export type Item = boolean | number | Token | Decimal;

type Token = { readonly token: string };
type Decimal = { readonly decimal: number };

/** An RFC 9651 dictionary. True is written `?1`, which every parser reads, so that each member shows its value. */
export const dictionary = (members: { readonly [key: string]: Item }): string =>
  Object.entries(members)
    .map(([key, item]) => `${checked(key, KEY)}=${bareItem(item)}`)
    .join(", ");

const KEY = /^[a-z*][a-z0-9_\-.*]*$/;
const TOKEN = /^[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*$/;
const MAX_INTEGER = 999_999_999_999_999;
const MAX_DECIMAL = 999_999_999_999;

const bareItem = (item: Item): string => {
  if (typeof item === "boolean") return item ? "?1" : "?0";
  if (typeof item === "number") return integer(item);
  return "token" in item ? checked(item.token, TOKEN) : decimal(item.decimal);
};

const integer = (value: number): string => {
  if (!Number.isInteger(value) || Math.abs(value) > MAX_INTEGER) throw new RangeError(`${value} is no integer item`);
  return String(value);
};

/** At most three fractional digits, at least one. */
const decimal = (value: number): string => {
  if (!Number.isFinite(value) || Math.abs(value) > MAX_DECIMAL) throw new RangeError(`${value} is no decimal item`);
  // adding 0 turns the -0 that rounding may leave into 0
  const digits = (Number(value.toFixed(3)) + 0).toFixed(3);
  return digits.replace(/0{1,2}$/, "");
};

const checked = (text: string, pattern: RegExp): string => {
  if (!pattern.test(text)) throw new RangeError(`${JSON.stringify(text)} cannot stand in a structured field`);
  return text;
};
