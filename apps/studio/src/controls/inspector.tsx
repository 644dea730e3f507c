import { computed, type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent, VNode } from "preact";
import { useContext, useEffect, useMemo, useRef } from "preact/hooks";
import { useStudio } from "../state/studio.ts";
import type { Preview } from "../worker/preview.ts";
import { BASE, HEIGHT, WIDTH } from "./histogram-size.ts";
import { PANEL, type PanelSection } from "./panel.ts";
import { FoldedSection } from "./section.tsx";
import { FindingsContext, useFetchedFindings, useFindings } from "./use-findings.ts";
import { SettledContext } from "./use-row.ts";

/** Slot for the evidence card. */
const Evidence = () => {
  const { worker, live } = useStudio();
  const findings = useContext(FindingsContext);
  const preview = useContext(SettledContext)?.value ?? null;
  if (preview !== null && findings !== null && findings !== "missing") {
    return (
      <findings.EvidenceCard
        preview={preview}
        isRendering={live.value === null && worker.preview.value?.pass === "quick"}
      />
    );
  }
  return (
    <div class="evid">
      <p class="cap">
        {findings === "missing"
          ? "The evidence did not load. Check the connection, then reload the page."
          : "Open a picture to see its score, components and codebook."}
      </p>
    </div>
  );
};

/** The inspector, `<aside class="insp">`: all parameters in six sections, and the evidence. On phones, six tabs. */
export const Inspector = ({ motion }: { readonly motion: VNode }) => {
  const { worker, opened } = useStudio();
  const settled = useMemo(() => settledPreview(worker.preview, opened), [worker, opened]);
  const active = useSignal<PanelSection["id"]>("look");
  const isTall = useSignal(false);
  const isPhone = useSignal(false);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // the style sheet decides when there are tabs; the roles follow
    const observer = new ResizeObserver(() => {
      isPhone.value = getComputedStyle(panel.current!.querySelector(".tabs")!).display !== "none";
    });
    observer.observe(panel.current!);
    return () => observer.disconnect();
  }, [isPhone]);
  const findings = useFindings(worker.preview.value !== null);
  const size = worker.preview.value?.size;
  return (
    <SettledContext.Provider value={settled}>
      <FindingsContext.Provider value={findings}>
        <aside ref={panel} class="insp" aria-label="Inspector" data-tall={isTall.value || undefined}>
          <button
            type="button"
            class="grab"
            aria-label="Taller controls"
            aria-pressed={isTall.value}
            onClick={() => {
              isTall.value = !isTall.value;
            }}
          />
          <Tabs active={active} />
          <div class="secs">
            {PANEL.map((group) => (
              <FoldedSection
                key={group.id}
                group={group}
                isPanel={isPhone.value}
                isActive={group.id === active.value}
                {...(group.id === "size" && size !== undefined && { note: `${size.columns} × ${size.rows} cells` })}
                before={group.id === "tone" && <Tones />}
                after={group.id === "motion" ? motion : group.id === "auto" && <Evidence />}
              />
            ))}
          </div>
        </aside>
      </FindingsContext.Provider>
    </SettledContext.Provider>
  );
};

/** Slot for the histogram. */
const Tones = () => {
  const preview = useStudio().worker.preview.value;
  const findings = useFetchedFindings();
  if (preview !== null && findings !== null) return <findings.ToneHistogram preview={preview} />;
  return (
    <>
      <svg class="hist" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p class="histcap cap">Open a picture to see its histogram.</p>
    </>
  );
};

/**
 * The newest reliable preview: the picture's last full one, or its quick one until then. Otherwise tuned values would
 * flicker with every slider step.
 */
export const settledPreview = (
  newest: ReadonlySignal<Preview | null>,
  picture: ReadonlySignal<unknown>,
): ReadonlySignal<Preview | null> => {
  let kept: Preview | null = null;
  let keptOf: unknown;
  return computed(() => {
    const preview = newest.value;
    const isOther = picture.value !== keptOf;
    if (preview !== kept && (preview === null || preview.pass === "full" || kept === null || isOther)) {
      kept = preview;
      keptOf = picture.value;
    }
    return kept;
  });
};

/** The groups as tabs, where only one fits. */
const Tabs = ({ active }: { readonly active: Signal<PanelSection["id"]> }) => {
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const at = PANEL.findIndex(({ id }) => id === active.value);
    const next = PANEL.at(moved(event.key, at) % PANEL.length);
    if (next === undefined) return;
    event.preventDefault();
    active.value = next.id;
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Controls" onKeyDown={press}>
      {PANEL.map(({ id, tab }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-controls={`sec-${id}`}
          aria-selected={id === active.value}
          tabIndex={id === active.value ? 0 : -1}
          onClick={() => {
            active.value = id;
          }}
        >
          {tab}
        </button>
      ))}
    </div>
  );
};

/** Index of the tab that a key moves to; NaN for other keys. */
const moved = (key: string, at: number): number =>
  ({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 })[key] ?? Number.NaN;
