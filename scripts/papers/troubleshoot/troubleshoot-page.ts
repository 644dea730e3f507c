import { operatorPart } from "./operator-parts.ts";
import { refusalParts } from "./refusals.ts";
import { cameraPart, handoffPart } from "./studio-parts.ts";

/** How to find out what is wrong: refusals out of the error table, then what operators and users of the studio meet. */
export const troubleshootPage = (): string =>
  `${[
    "---\nshape: how-to\n---",
    "<!-- Generated from the error table and its neighbors by scripts/generate.ts: do not edit. -->",
    "# When something is wrong",
    "## A request is refused",
    REFUSED,
    ...refusalParts(),
    "## The service does not do what it should",
    START,
    operatorPart(),
    "## The studio has no camera",
    cameraPart(),
    "## A handoff fails",
    handoffPart(),
    "## Something else",
    ELSE,
  ].join("\n\n")}\n`;

const REFUSED = `Every refusal is JSON with a \`code\` and a \`detail\` that says what to do. Look at them first:

\`\`\`console
$ curl -s -F image=@fixtures/koi.png 'localhost:8787/api/v1/render?columns=9000' | grep -o '"detail":"[^"]*"'
"detail":"Expected an integer from 8 to 400 for \`columns\` but received \`9000\`."
\`\`\`

Its \`traceId\` is in the service's log too, in the line of that request. Nothing that was sent is.`;

const START = `A service that does not start says why, one sentence for each thing:

\`\`\`console
$ SERVICE_WORKERS=zero npm run -s lumiglyph -- serve 2>&1
SERVICE_WORKERS must be an integer from 1 to 256, but is "zero". Set for example SERVICE_WORKERS=4.
\`\`\`

One that runs can be asked how it is:

\`\`\`sh
curl localhost:8787/api/health
curl localhost:8787/api/ready
\`\`\`

\`/api/ready\` is a 503 while an instance stops, or has no place for another render. [Metrics](../reference/metrics.md) are at \`/metrics\`, for whoever has the credential.`;

const ELSE =
  "A 500 is a fault of ours: its `traceId` and the line `failed` of the log are what a report needs, together with the picture if it may be shown. What must not be told in public: [SECURITY.md](../../SECURITY.md).";
