import type { AreaTable } from "./requirement.ts";

/** The HTTP interface: health, render, documents, errors, trace context, manners. */
export const service = {
  built: {
    "spec 1.5": {
      "render:stateless": "A render depends on nothing that an earlier request left behind.",
    },
    "spec 1.8": {
      "service:no-mutation": "No public operation changes anything.",
    },
    "spec 2": {
      "service:no-resource": "The service stores no client-visible resource.",
    },
    "spec 2.1": {
      "image:multipart": "A multipart form carries the image as the binary file `image`.",
      "image:url": "A JSON body carries the image as `imageUrl`.",
      "image:base64": "A JSON body carries the image as `imageBase64`.",
      "image:url:allowlist": "Hosts named in `SERVICE_IMAGE_FETCH_ALLOWLIST` may be fetched from.",
    },
    "spec 2.3": {
      "render:content-type": "The response's content type follows `format`.",
    },
    "spec 4": {
      "route:health": "GET /api/health is served.",
      "route:health-v1": "GET /api/v1/health is served.",
      "route:render": "POST /api/v1/render is served.",
      "route:openapi": "GET /api/openapi.json is served.",
      "route:agent": "GET /api/v1/agent is served.",
      "route:llms": "GET /llms.txt is served.",
      "route:llms-full": "GET /llms-full.txt is served.",
      "route:interoperability": "GET /api/v1/interoperability is served.",
    },
    "spec 4.1": {
      "health:ok": "Health takes no body and answers 200.",
      "health:trace": "Health accepts `traceparent` and `tracestate` and answers the accepted or generated context.",
    },
    "spec 4.2": {
      "render:multipart": "A multipart render takes the file and the parameters as form fields.",
      "render:json": "A JSON render takes exactly one of `imageUrl` and `imageBase64` and the parameters as keys.",
      "render:query": "A render takes parameters in the query string beside any body.",
      "render:ok": "Success is 200 and the body is the rendered output.",
      "render:trace": "A render accepts `traceparent` and `tracestate`.",
    },
    "spec 4.5": {
      "agent:recipes": "The agent manifest has recipes that are ready to run.",
      "discovery:documents": "The discovery documents describe the interface that is served.",
    },
    "spec 5.2": {
      "access:public": "Render and health ask for no credential.",
    },
    "spec 6.1": {
      "service:no-outbound": "The service sends no webhooks or other outbound events to clients.",
    },
    "spec 7": {
      "status:400": "A bad request, including no image supplied, is a 400.",
      "status:413": "An image over the size limit is a 413.",
    },
    "spec 8.2": {
      "image:bytes:limit": "An image larger than the size limit is rejected with 413, whatever its transport.",
    },
    "spec 8.3": {
      "image:url:https": "`imageUrl` must use HTTPS.",
      "image:url:trusted": "`imageUrl` must point to a trusted or allowlisted host.",
    },
    "spec 9.2": {
      "version:path": "The render endpoint carries a `/v1` path segment.",
      "health:same-envelope": "Both health probes answer the same envelope.",
    },
    "decision 1.6": {
      "image:empty": "An empty body, or one without a content type, is a 400 `image_missing`.",
      "image:field-order": "Multipart fields may come before or after the file.",
      "body:invalid": "Malformed JSON, or JSON that is no object, is a 400 `body_invalid`.",
    },
    "decision 1.7": {
      "image:base64:alphabet": "`imageBase64` is of the standard or the URL-safe alphabet.",
      "image:base64:padding": "Its padding is optional.",
      "image:base64:prefix": "It may have a `data:image/...;base64,` prefix.",
      "image:base64:invalid": "Anything else in it is a 400 `image_base64_invalid`.",
    },
    "decision 1.8": {
      "media-type:unsupported": "A body of another content type is a 415 `media_type_unsupported` with `Accept-Post`.",
      "image:raw": "A raw `image/*` body is accepted as if it were the `image` file.",
    },
    "decision 2.1": {
      "error:problem": "An error is `application/problem+json` with type, title, status, detail, code and traceId.",
      "error:type": "`type` is a URL into our error reference, and that page is served.",
      "error:errors": "Where parameters are at fault `errors[]` has parameter, given, allowed and message.",
    },
    "decision 2.2": {
      "status:unreadable": "An unreadable image is a 400 `image_unreadable`.",
      "status:untrusted": "An untrusted host is a 400 `image_url_untrusted`.",
      "status:404": "An unknown path is a 404.",
      "status:408": "A stalled upload is a 408.",
      "status:413:bytes": "Bytes over the limit are a 413 `image_too_large`.",
      "status:413:pixels": "Pixels over the limit are a 413 `image_too_many_pixels`.",
      "status:429": "A client over its limit gets a 429.",
      "status:502": "Where the image's host failed it is a 502.",
      "status:503:deadline": "A render past its deadline is a 503 without `Retry-After`.",
      "status:503:overloaded": "An overloaded or draining service answers 503 with `Retry-After`.",
      "status:504": "Where the image's host was too slow it is a 504.",
      "status:no-500": "No input whatever is answered with a 500.",
    },
    "decision 2.3": {
      "evidence:quality": "`Render-Quality` is a dictionary of status, target and score, on all formats.",
      "evidence:glyphs": "`Render-Glyphs` is a dictionary of strategy, size, rmse, limit and within, on all formats.",
      "evidence:grid": "`Render-Grid` is a dictionary of columns and rows, on all formats.",
    },
    "decision 2.4": {
      "json:schema:holds": "Every 200 of the JSON formats is valid against its published schema.",
    },
    "decision 2.7": {
      "text:utf-8": "Text is UTF-8.",
    },
    "decision 2.11": {
      "render:header:disposition": 'A render has `Content-Disposition: inline; filename="lumiglyph.<ext>"`.',
      "render:header:no-store": "A render has `Cache-Control: no-store`.",
      "render:header:nosniff": "A render has `X-Content-Type-Options: nosniff`.",
      "render:header:csp": "A render has a Content-Security-Policy with `sandbox`.",
      "render:header:server-timing": "A render has a `Server-Timing` with fetch, decode, render and encode.",
      "render:header:queue": "`Server-Timing` has the time spent in the queue.",
    },
    "decision 2.12": {
      "render:deterministic": "The same bytes in give the same bytes out, on every process, at any concurrency.",
      "render:deterministic:cached": "A cached render has the bytes of an uncached one.",
    },
    "decision 2.13": {
      "health:envelope": "Health has status, service, version, uptimeSeconds, capabilities, load and trace.",
      "health:capabilities": "`capabilities` has formats, inputFormats, charsets, qualityTargets and limits.",
      "health:load": "`load` has workers, busy, queued and capacity.",
      "health:draining": "Health says `draining` while the service shuts down.",
      "health:alone": "Health never asks another system.",
      "ready:ok": "GET /api/ready is the readiness probe.",
      "ready:503": "Ready is 503 while draining or while the queue is full.",
    },
    "decision 2.14": {
      "trace:accept": "A valid `traceparent` is accepted: the answer has its trace id and our span id.",
      "trace:refuse": "A `traceparent` that W3C Trace Context refuses is replaced by a new trace.",
      "trace:generate": "Without a `traceparent` a new trace is generated.",
      "trace:state": "`tracestate` is answered only when it was accepted.",
      "trace:server-timing": "`Server-Timing` has `trace;desc=…`.",
      "trace:exposed": "The trace headers are exposed by CORS.",
    },
    "decision 2.15": {
      "cors:any-origin": "Any origin may call the public endpoints, without credentials.",
      "cors:preflight": "A preflight is a 204 that allows the listed request headers.",
      "host:loopback": "`Host` is checked when listening on loopback.",
    },
    "decision 2.16": {
      "manners:accept": "`Accept` is ignored: never a 406.",
      "manners:charset": "Text, ansi, html and svg carry `charset=utf-8`.",
      "manners:head": "HEAD is answered on every GET.",
      "manners:trailing-slash": "A trailing slash equals none.",
      "manners:method": "A wrong method is a 405 with `Allow`.",
      "manners:etag": "The documents carry a strong ETag.",
      "manners:cache": "The documents carry `public, max-age=300`.",
    },
    "decision 7": {
      "service:routes": "A test lists every route and its method: none of them is a public mutation.",
    },
  },
  later: {
    "decision 7": {
      "version:deprecation": "`Deprecation` and `Sunset` precede by six months what is taken away under `/v1`.",
      "version:additive": "Within 0.3.x the interface changes only by additions.",
    },
  },
} as const satisfies AreaTable;
