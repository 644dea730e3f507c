/** Operations that can return an error; `routing` means that no operation was reached. */
export type ErrorScope = "anywhere" | "routing" | "render" | "address" | "tool" | "platform";

/** One kind of error: its HTTP status, where it can happen, its title, and what to do about it. */
export type ErrorRow = {
  readonly status: number;
  readonly where: ErrorScope;
  readonly title: string;
  readonly says: string;
};

/**
 * Every error the service returns. Responses never contain an exception's text or a bare status.
 */
export const ERRORS = {
  parameter_invalid: {
    status: 400,
    where: "render",
    title: "Invalid parameter value",
    says: "A parameter has a value outside its range, of the wrong type, or not among its choices. Values are never clamped: send one that `allowed` lists.",
  },
  parameter_unknown: {
    status: 400,
    where: "render",
    title: "Unknown parameter",
    says: "The request has an unknown parameter. Check the spelling; the error suggests the nearest known name.",
  },
  parameter_repeated: {
    status: 400,
    where: "render",
    title: "Repeated parameter",
    says: "A parameter was given more than once in the same place. Send it once.",
  },
  parameter_conflict: {
    status: 400,
    where: "render",
    title: "Conflicting parameter values",
    says: "A parameter has one value in the query string and another in the body. Send it in one place, or with equal values.",
  },
  image_missing: {
    status: 400,
    where: "render",
    title: "No image supplied",
    says: "Send exactly one image: a multipart file field `image`, a JSON key `imageUrl` or `imageBase64`, or a raw `image/*` body. A body without a `Content-Type` is ignored.",
  },
  image_ambiguous: {
    status: 400,
    where: "render",
    title: "More than one image supplied",
    says: "Send exactly one image source per request.",
  },
  image_misplaced: {
    status: 400,
    where: "render",
    title: "Image source in the wrong place",
    says: "`image` is a multipart file; `imageUrl` and `imageBase64` are keys of a JSON body. Of them, only `imageUrl` may be in a query string, and only with GET.",
  },
  image_base64_invalid: {
    status: 400,
    where: "render",
    title: "Invalid base64 image data",
    says: "`imageBase64` must be base64 (standard or URL-safe) without line breaks, for example from `base64 -w0`.",
  },
  addresses_off: {
    status: 400,
    where: "address",
    title: "GET rendering is disabled",
    says: "Upload the image with POST, or ask the operator to allow its host in `SERVICE_IMAGE_FETCH_ALLOWLIST`.",
  },
  preset_needed: {
    status: 400,
    where: "address",
    title: "Preset needed",
    says: "This service requires a preset in each address: give `imageUrl` and `preset`.",
  },
  address_unsigned: {
    status: 403,
    where: "address",
    title: "Address not signed",
    says: "This service accepts only addresses signed with one of its keys, in their canonical form. Ask its operator for a signed address.",
  },
  address_expired: {
    status: 403,
    where: "address",
    title: "Address expired",
    says: "The time in `exp` has passed. Ask for a new address.",
  },
  image_format_unsupported: {
    status: 400,
    where: "render",
    title: "Unsupported image format",
    says: "The image is not in a raster format that this service reads (JPEG, PNG, WebP, GIF, AVIF, unless the operator allows fewer). The file's name and content type do not matter.",
  },
  image_unreadable: {
    status: 400,
    where: "render",
    title: "Unreadable image",
    says: "The image is damaged, cut short or otherwise impossible to decode. Open it in an image editor and save it again.",
  },
  image_url_untrusted: {
    status: 400,
    where: "render",
    title: "Untrusted image URL",
    says: "`imageUrl` must be an https URL, without credentials, on a host that this service trusts. Ask its operator to allow the host, or send the image itself.",
  },
  grid_too_large: {
    status: 400,
    where: "render",
    title: "Output grid too large",
    says: "The picture's aspect ratio makes the output too tall. Use fewer `columns`.",
  },
  result_too_long: {
    status: 400,
    where: "tool",
    title: "Result too long for a tool",
    says: "The output exceeds the limit of a tool result: 30,000 characters unless `maxCharacters` allows more. Use fewer `columns`, or `outPath` if the tool has it.",
  },
  image_tiny: {
    status: 400,
    where: "tool",
    title: "Tiny picture",
    says: "The picture has a side of less than 16 pixels, so it was probably made up. A picture attached to a chat does not reach the tool: give its file or address, and never write base64 by hand. To draw a tiny picture, set `autoOptimize: 0`.",
  },
  body_invalid: {
    status: 400,
    where: "render",
    title: "Invalid request body",
    says: "The body does not match its content type. JSON must be one object; multipart must be complete.",
  },
  request_malformed: {
    status: 400,
    where: "anywhere",
    title: "Malformed request",
    says: "The bytes received are not a valid HTTP request.",
  },
  credential_missing: {
    status: 401,
    where: "platform",
    title: "Credential missing",
    says: "This endpoint requires the service's credential. Send it as `Authorization: Bearer` or `X-Service-API-Key`.",
  },
  invalid_token: {
    status: 401,
    where: "platform",
    title: "Credential refused",
    says: "The credential is wrong.",
  },
  origin_untrusted: {
    status: 403,
    where: "tool",
    title: "Untrusted origin",
    says: "Browsers may call this endpoint only from the service's own origin, from loopback, or from an origin that the operator listed.",
  },
  host_untrusted: {
    status: 403,
    where: "anywhere",
    title: "Unexpected Host header",
    says: "The service listens on loopback and accepts only loopback names. Use http://127.0.0.1 or http://localhost, or set SERVICE_BASE_URL to the name in use.",
  },
  image_url_missing: {
    status: 404,
    where: "render",
    title: "No image at this URL",
    says: "The host of `imageUrl` answered 404 or 410: there is no image. Check the URL, or send the image itself.",
  },
  not_found: {
    status: 404,
    where: "routing",
    title: "Not found",
    says: "Nothing is served at this path. GET /api/openapi.json lists every path.",
  },
  method_not_allowed: {
    status: 405,
    where: "routing",
    title: "Method not allowed",
    says: "The path does not support this method. The `Allow` header lists the methods it supports.",
  },
  upload_stalled: {
    status: 408,
    where: "anywhere",
    title: "Upload stalled",
    says: "The request did not arrive in time. Send it again over a more stable connection.",
  },
  image_too_large: {
    status: 413,
    where: "render",
    title: "Image exceeds the size limit",
    says: "The image has more bytes than the service accepts. Send a smaller or more compressed file.",
  },
  image_too_many_pixels: {
    status: 413,
    where: "render",
    title: "Image exceeds the pixel limit",
    says: "The image is wider, taller or has more pixels than the service accepts. Scale it down first; the output needs far fewer pixels.",
  },
  media_type_unsupported: {
    status: 415,
    where: "render",
    title: "Unsupported request content type",
    says: "Send multipart/form-data, application/json or a raw image/* body.",
  },
  rate_limited: {
    status: 429,
    where: "render",
    title: "Too many requests",
    says: "This client has reached a limit: its points per minute, or its renders at the same time. Wait as long as `Retry-After` says.",
  },
  headers_too_large: {
    status: 431,
    where: "anywhere",
    title: "Request headers too large",
    says: "The request line and headers exceed 16 KiB. Put the parameters into the body.",
  },
  image_host_failed: {
    status: 502,
    where: "render",
    title: "The image's host failed",
    says: "The host of `imageUrl` could not be reached or did not answer with an image. Check that the URL opens, or send the image itself.",
  },
  image_host_down: {
    status: 502,
    where: "render",
    title: "The image's host keeps failing",
    says: "The host of `imageUrl` failed several times in a row, so it is now tried only once a second. Wait as long as `Retry-After` says, or send the image itself.",
  },
  overloaded: {
    status: 503,
    where: "render",
    title: "Overloaded",
    says: "The service is at capacity. Wait as long as `Retry-After` says, then try again.",
  },
  draining: {
    status: 503,
    where: "render",
    title: "Shutting down",
    says: "This instance is shutting down. Try again: another one will respond.",
  },
  render_deadline: {
    status: 503,
    where: "render",
    title: "Render took too long",
    says: "The render exceeded its deadline. A smaller picture or fewer columns will be faster.",
  },
  image_host_slow: {
    status: 504,
    where: "render",
    title: "The image's host was too slow",
    says: "The host of `imageUrl` did not deliver the image in time. Try again, or send the image itself.",
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[];

/** Every status that an error can have. */
export type ErrorStatus = (typeof ERRORS)[ErrorCode]["status"];

/** The HTTP status of an error code. */
export const statusOf = (code: ErrorCode): ErrorStatus => ERRORS[code].status;
