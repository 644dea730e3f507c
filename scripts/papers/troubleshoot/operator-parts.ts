import type { MetricName } from "@lumiglyph/contract";
import { code, table } from "../../../packages/documents/src/markdown/page.ts";

/** Something that whoever runs the service sees, and what follows. */
type Sign = { readonly sees: string; readonly means: string; readonly series?: readonly MetricName[] };

const SIGNS: readonly Sign[] = [
  {
    sees: "It ends at once, with sentences on standard error.",
    means: "A setting is wrong, or the port is taken. Every sentence names the setting and a value that would do.",
  },
  {
    sees: "`A render worker did not start …` in the log, again and again.",
    means:
      "The worker's own words stand in the brackets. As a rule a library is missing: `libatomic1` on a minimal Debian, or `npm ci` was done for another system.",
    series: ["lumiglyph_worker_starts_total"],
  },
  {
    sees: "`A render worker ended (SIGKILL) and is replaced.`",
    means:
      "The service has ended it at its deadline, or the system has for want of memory: look for the kernel's `oom-kill`. A worker takes 450 MiB at its most; give the instance that for each, or set fewer `SERVICE_WORKERS`. A render that the deadline ended was answered with `render_deadline`; one that the system ended was tried again, and nobody has noticed.",
    series: ["lumiglyph_worker_ends_total"],
  },
  {
    sees: "`An image of … bytes has ended one worker after another and is refused from now on.`",
    means:
      "A picture that breaks its decoder. Its callers get `image_unreadable`. If there are many of one format, take that format out of `SERVICE_INPUT_FORMATS`.",
  },
  {
    sees: "503s with `overloaded`, while processors are busy.",
    means:
      "There is more to draw than this machine draws. Add instances; a longer `SERVICE_QUEUE` only makes callers wait.",
    series: ["lumiglyph_queue_depth", "lumiglyph_queue_capacity", "lumiglyph_queue_wait_seconds"],
  },
  {
    sees: "503s with `overloaded`, while processors are idle.",
    means: "Images are fetched from slow hosts. Raise `SERVICE_FETCH_SLOTS`, or lower `SERVICE_FETCH_TIMEOUT_MS`.",
    series: ["lumiglyph_fetch_duration_seconds"],
  },
  {
    sees: "429s for everybody at once, behind a proxy.",
    means:
      "All clients count as one, the proxy. Put its address into `SERVICE_TRUSTED_PROXIES`, and have it send the client's as the only entry of `X-Forwarded-For`.",
    series: ["lumiglyph_limiter_decisions_total"],
  },
  {
    sees: "403s with `host_untrusted`, behind a proxy or under a name.",
    means: "The service listens on loopback and does not know its name. Set `SERVICE_BASE_URL` to what users type.",
  },
  {
    sees: "Links in answers begin with `http://127.0.0.1` or `http://0.0.0.0`.",
    means: "Set `SERVICE_BASE_URL`.",
  },
  {
    sees: "`Redis is out of reach …` in the log.",
    means:
      "Renders go on. Until it is back each instance counts clients' points for itself, and nothing is taken from the shared cache.",
    series: ["lumiglyph_redis_state", "lumiglyph_limiter_fallbacks_total"],
  },
  {
    sees: "`/` is a 404, while `/api/health` answers.",
    means: "The studio is not built. `npm start` builds it; a start of your own has to be preceded by `npm run build`.",
  },
];

/** The signs by which an operator notices, with what they mean. */
export const operatorPart = (): string =>
  table(
    ["What you see", "What it is, and what to do", "Where to look"],
    SIGNS.map(({ sees, means, series = [] }) => [sees, means, series.map(code).join(", ")]),
  );
