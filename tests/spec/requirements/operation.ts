import type { AreaTable } from "./requirement.ts";

/** What the operator sets, sees and protects: settings, limits, credentials, trace export. */
export const operation = {
  built: {
    "spec 5.1": {
      "credential:declared": "A bearer scheme and the header `X-Service-API-Key` are declared.",
    },
    "decision 3": {
      "setting:once": "Settings come from the environment and are parsed once, at the start.",
      "setting:wrong": "A wrong setting stops the start with a sentence that says what to set.",
      "setting:listen": "The service listens on 127.0.0.1:8787 by default; `SERVICE_PORT` goes before `PORT`.",
      "setting:base-url": "The public address comes from host and port unless `SERVICE_BASE_URL` says another.",
      "setting:handoff-target": "The receiving site is `http://127.0.0.1:8788` by default.",
      "setting:image-bytes": "An image has at most 10 MiB by default.",
      "setting:json-body": "A JSON body has at most 4/3 of the image's bytes and 64 KiB.",
      "setting:image-pixels": "An image has at most 40 MP by default.",
      "setting:image-side": "A side has at most 12,000 px by default.",
      "setting:input-formats": "The input formats are jpeg, png, webp, gif and avif by default.",
      "setting:fetch-timeout": "A fetch takes at most 8,000 ms in all by default, 3 s of them to connect.",
      "setting:fetch-redirects": "A fetch follows at most 3 redirects, each re-checked.",
      "setting:fetch-slots": "At most 16 fetches run at once by default.",
      "setting:trusted-hosts": "The hosts of the base URL and of the receiving site are trusted.",
      "setting:allowlist": "The allowlist adds exact names (with a port if not 443) or `*.suffix`.",
      "setting:private": "Private addresses are refused by default.",
      "setting:private:exact": "`true` lets names that the allowlist spells out exactly resolve to private addresses.",
      "setting:off": "`0` switches a limit of the fairness group off.",
      "rate:default": "The per-client limits are off by default.",
      "rate:cost": "Only renders cost points, 1 to 8 by pixels and cells.",
      "rate:client": "A client is an IPv4 /32 or an IPv6 /64.",
      "rate:fields": "A 429 has `Retry-After`, `RateLimit` and `RateLimit-Policy`.",
      "rate:concurrency": "`SERVICE_CLIENT_CONCURRENCY` bounds a client's renders at once.",
      "setting:proxies": "No proxy is believed by default; only CIDRs name one.",
      "setting:log-level": "The log level is `info` by default.",
      "setting:shared-state": "There is no shared state by default.",
      "setting:cache": "The cache is off, memory or redis, by default off.",
      "setting:deadline": "A render has 5,000 ms by default, then its worker is killed and replaced.",
      "setting:workers": "There are as many workers as available cores by default.",
      "setting:queue": "The queue holds 4 × workers by default, then it is 503.",
    },
    "spec 4.2": {
      "trace:export:render": "With a credential configured, a public-safe render lifecycle trace is exported.",
    },
    "spec 6.3": {
      "trace:export": "Trace export is of `/api/v1/render` and of tool executions, when configured.",
    },
    "decision 4": {
      "credential:public": "Public endpoints never ask for the credential; presented and right it lifts the limit.",
      "credential:ignored": "A wrong key on a public route is ignored.",
      "platform:status": "GET /api/v1/platform/status has load, cache, limiter, trace export and receiver status.",
      "platform:metrics": "GET /metrics answers in Prometheus format.",
      "credential:missing": "A missing credential is a 401 with `WWW-Authenticate: Bearer`.",
      "credential:wrong": "A wrong credential is a 401 `invalid_token`.",
      "credential:schemes": "Both schemes are taken, and compared in constant time.",
      "credential:none": "Without a configured credential the protected paths answer 404.",
      "trace:export:configured": "Trace export runs when the credential and the OTLP endpoint are configured.",
      "trace:export:bearer": "The credential goes along as the bearer token.",
      "trace:export:closed": "Attributes are a closed list: nothing a client sent as text is exported.",
    },
  },
  later: {
    "decision 3": {
      "setting:container": "The container image listens on 0.0.0.0.",
      "rate:deployment": "The deployment files set 120 points a minute and 4 at once.",
    },
  },
} as const satisfies AreaTable;
