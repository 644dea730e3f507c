import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useStudio } from "../state/use-studio.ts";
import { Evidence } from "./evidence.tsx";
import { GROUPS, type GroupId } from "./groups.ts";
import { Motion } from "./motion.tsx";
import { Section } from "./section.tsx";
import { settledProof } from "./settled-proof.ts";
import { Tabs } from "./tabs.tsx";
import { Tones } from "./tones.tsx";
import { FindingsContext, useFindings } from "./use-findings.ts";
import { SettledContext } from "./use-row.ts";

/** The inspector, `<aside class="insp">`: all parameters in six sections, and the evidence. On phones, six tabs. */
export const Inspector = () => {
  const { darkroom, opened } = useStudio();
  const settled = useMemo(() => settledProof(darkroom.proof, opened), [darkroom, opened]);
  const active = useSignal<GroupId>("look");
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
            {GROUPS.map((group) => (
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
const AFTER: Partial<Record<GroupId, VNode>> = {
  motion: <Motion />,
  auto: <Evidence />,
};
