import { HANDOFF_FAILURES, type HandoffFailure } from "@lumiglyph/contract";
import { type TroubleWords, troubleWords } from "../../../apps/studio/src/sources/fault-card.ts";
import { code, table } from "../../../packages/documents/src/markdown/page.ts";

const CAMERA = ["permission_denied", "camera_not_found", "camera_busy", "camera_unplugged", "insecure_page"] as const;

/** What the studio says of cameras, in its own words. */
export const cameraPart = (): string =>
  table(
    ["What the studio says", "What to do"],
    CAMERA.map((name) => troubleWords({ code: name })).map((words) => [words.title, advice(words)]),
  );

const advice = ({ says, steps = [] }: TroubleWords): string => [says, ...steps].join(" ");

/** What helps where a handoff has failed. */
const REMEDIES: { readonly [Failure in HandoffFailure]: string } = {
  popup_blocked: "Let this site open windows: the sign is at the end of the address. Then press **Handoff** again.",
  receiver_timeout:
    "Open the receiver's address yourself: it has to show a page, and that page has to name this studio's origin. `SERVICE_HANDOFF_TARGET` says where the service looks for it.",
  receiver_unreachable: "Have the receiver's site send no `Cross-Origin-Opener-Policy`, or `unsafe-none`.",
  version_mismatch: "Update the older of the two; `GET /api/v1/a2v-handoff` tells what this one speaks.",
  receiver_stalled: "Look at the receiver's window: a page in the background, or one that is busy, answers late.",
  receiver_closed: "Press **Handoff** again.",
  permission_denied: "Allow the camera, as above.",
  source_ended: "Start the camera again, or play the video from its beginning.",
};

/** Why a handoff fails, and what helps. */
export const handoffPart = (): string =>
  table(
    ["Code", "What happened", "What to do"],
    (Object.keys(HANDOFF_FAILURES) as HandoffFailure[]).map((name) => [
      code(name),
      HANDOFF_FAILURES[name],
      REMEDIES[name],
    ]),
  );
