import { PANEL, type PanelSection } from "@lumiglyph/contract";
import { computed, type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent, VNode } from "preact";
import { useContext, useEffect, useMemo, useRef } from "preact/hooks";
import type { Proof } from "../darkroom/darkroom.ts";
import { useLiveParts } from "../live/use-live-parts.ts";
import { useStudio } from "../state/use-studio.ts";
import { BASE, HEIGHT, WIDTH } from "./histogram-size.ts";
import { Section } from "./section.tsx";
import { FindingsContext, useFetchedFindings, useFindings } from "./use-findings.ts";
import { SettledContext } from "./use-row.ts";

/** The place of the evidence card. */
const Evidence = () => {
  const { darkroom, live } = useStudio();
  const findings = useContext(FindingsContext);
  const proof = useContext(SettledContext)?.value ?? null;
  if (proof !== null && findings !== null && findings !== "missing") {
    return (
      <findings.EvidenceCard
        proof={proof}
        isDeveloping={live.value === null && darkroom.proof.value?.pass === "quick"}
      />
    );
  }
  return (
    <div class="evid">
      <p class="cap">
        {findings === "missing"
          ? "The evidence did not load. Check the connection, then open the page again."
          : "Evidence appears with a picture: score, components, codebook."}
      </p>
    </div>
  );
};

/** The place of the flicker meter. */
const Motion = () => {
  const parts = useLiveParts();
  return parts !== null ? (
    <parts.FlickerMeter />
  ) : (
    <p class="cap">Video and camera only. On a still it changes nothing.</p>
  );
};

/** The inspector, `<aside class="insp">`: all parameters in six sections, and the evidence. On phones, six tabs. */
export const Inspector = () => {
  const { darkroom, opened } = useStudio();
  const settled = useMemo(() => settledProof(darkroom.proof, opened), [darkroom, opened]);
  const active = useSignal<PanelSection["id"]>("look");
  const isTall = useSignal(false);
  const isPhone = useSignal(false);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // the style sheet decides from when on there are tabs; roles have to follow
    const observer = new ResizeObserver(() => {
      isPhone.value = getComputedStyle(panel.current!.querySelector(".tabs")!).display !== "none";
    });
    observer.observe(panel.current!);
    return () => observer.disconnect();
  }, [isPhone]);
  const findings = useFindings(darkroom.proof.value !== null);
  const size = darkroom.proof.value?.size;
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
              <Section
                key={group.id}
                group={group}
                isPanel={isPhone.value}
                isActive={group.id === active.value}
                {...(group.id === "size" && size !== undefined && { note: `${size.columns} × ${size.rows} cells` })}
                before={group.id === "tone" && <Tones />}
                after={AFTER[group.id]}
              />
            ))}
          </div>
        </aside>
      </FindingsContext.Provider>
    </SettledContext.Provider>
  );
};

/** What stands below a group's rows. */
const AFTER: Partial<Record<PanelSection["id"], VNode>> = {
  motion: <Motion />,
  auto: <Evidence />,
};

/** The place of the histogram. */
const Tones = () => {
  const proof = useStudio().darkroom.proof.value;
  const findings = useFetchedFindings();
  if (proof !== null && findings !== null) return <findings.ToneHistogram proof={proof} />;
  return (
    <>
      <svg class="hist" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="base" d={`M0 ${BASE}H${WIDTH}`} />
      </svg>
      <p class="histcap cap">The histogram appears with a picture.</p>
    </>
  );
};

/**
 * The newest proof that can be relied on: the last full one of the picture, or its quick one as long as there is none.
 * Without it, what the Director has tuned would blink at every step of a slider.
 */
export const settledProof = (
  newest: ReadonlySignal<Proof | null>,
  picture: ReadonlySignal<unknown>,
): ReadonlySignal<Proof | null> => {
  let kept: Proof | null = null;
  let keptOf: unknown;
  return computed(() => {
    const proof = newest.value;
    const isOther = picture.value !== keptOf;
    if (proof !== kept && (proof === null || proof.pass === "full" || kept === null || isOther)) {
      kept = proof;
      keptOf = picture.value;
    }
    return kept;
  });
};

/** The groups as tabs, where there is room for one group only. */
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

/** The place of the tab that a key leads to; not a number where it leads nowhere. */
const moved = (key: string, at: number): number =>
  ({ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 })[key] ?? Number.NaN;
