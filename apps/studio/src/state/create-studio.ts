import { computed, signal } from "@preact/signals";
import type { Darkroom } from "../darkroom/darkroom.ts";
import { createOpener } from "../sources/opener.ts";
import { createAnnouncer } from "./announcer.ts";
import { createFaults } from "./faults.ts";
import type { Host } from "./host.ts";
import { NOT_LOADED } from "./not-loaded.ts";
import { createParamsModel } from "./params-model.ts";
import { createPreferences } from "./preferences.ts";
import { readQuery } from "./query.ts";
import { createShowing } from "./showing.ts";
import { createStageView } from "./stage-view.ts";
import type { SaveChoice, Studio } from "./studio.ts";
import { tellChanges } from "./tell-changes.ts";
import { createTimeline } from "./timeline.ts";
import { createToaster } from "./toaster.ts";
import { writeQuery } from "./write-query.ts";

/** What a studio is made of. */
export type StudioParts = {
  readonly darkroom: Darkroom;
  /** The browser: `browserHost(window)` of state/browser-host.ts. */
  readonly host: Host;
};

/** The studio's model: everything that the page shows and does, without a document. */
export const createStudio = ({ darkroom, host }: StudioParts): Studio => {
  const { announce, said } = createAnnouncer(host);
  const { toast, notice } = createToaster(host, announce);
  const read = readQuery(host.address.query());
  const { now, put, ...history } = createTimeline({ parsed: read.parsed, opened: null }, host);
  const parsed = computed(() => now.value.parsed);
  const params = createParamsModel(parsed, (changed, key) => put({ parsed: changed }, key));
  const { fit, ...view } = createStageView();

  const onMissing = (): void => toast(NOT_LOADED);
  const { shown, live, hang, hangAgain } = createShowing({
    darkroom,
    host,
    now,
    onTrouble: (trouble) => void report(trouble),
  });
  const { fault, report } = createFaults({
    refused: darkroom.refused,
    grid: () => ({ info: shown.peek()!.info, columns: parsed.peek().params.columns }),
    out: {
      pick: (kind) => void pick(kind),
      useColumns: (columns) => params.set("columns", columns),
      film: () => void film(),
      cancel: () => cancel(),
      openAgain: hangAgain,
    },
    onMissing,
  });
  const { open, film, cancel } = createOpener({
    host,
    onPicture(found) {
      fault.value = null;
      fit();
      hang(found);
      put({ opened: found.opened }, found.opened.url);
    },
    onTrouble: report,
    onMissing,
  });
  const pick: Studio["pick"] = async (kind) => {
    const file = await host.pick(kind);
    if (file !== null) await open(file, file.name);
  };

  writeQuery(parsed, host);
  tellChanges({ shown, proof: darkroom.proof, fault }, announce);
  if (read.problems.length > 0) toast(ignoredWords(read.problems));

  return {
    params,
    darkroom,
    opened: shown,
    live,
    open,
    pick,
    film,
    history,
    fault,
    toast,
    notice,
    announce,
    said,
    ...view,
    dialog: signal("none"),
    ...createPreferences(host.storage),
    refused: darkroom.refused,
    saveChoice: signal<SaveChoice>({ format: "png", scale: 2, transparent: false }),
    handoff: signal(null),
  };
};

const ignoredWords = (problems: readonly { readonly parameter: string }[]): string =>
  `Ignored in the link: ${[...new Set(problems.map(({ parameter }) => parameter))].join(", ")}`;
