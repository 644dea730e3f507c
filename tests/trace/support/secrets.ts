/** Texts that only a request's own client may ever see again, by the place they are planted in. */
export type Secrets = { readonly [place: string]: string };

/** A secret for each place, unlike any other text. */
export const secretsFor = (places: readonly string[]): Secrets =>
  Object.fromEntries(places.map((place, at) => [place, `kanarienvogel-${String(at).padStart(2, "0")}-zx9q`]));

/** The places whose secrets occur in a text or in bytes: plain, URL-encoded, in hex, or in base64. */
export const placesFoundIn = (bytes: Uint8Array | string, secrets: Secrets): readonly string[] => {
  const haystack = Buffer.from(bytes).toString("latin1").toLowerCase();
  return Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => haystack.includes(form.toLowerCase())))
    .map(([place]) => place);
};

const formsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString("hex"),
  ...[0, 1, 2].map((shift) => base64Inside(secret, shift)),
];

/** The base64 of a text inside another at any offset, without the characters shared with its neighbors. */
const base64Inside = (secret: string, shift: number): string => {
  const text = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString("base64");
  return text.slice(shift === 0 ? 0 : 4, Math.floor((shift + secret.length) / 3) * 4);
};
