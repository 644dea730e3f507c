import { ENDPOINTS, SERVED_ENDPOINTS, type ServedEndpointId } from "../../endpoints.ts";
import type { Instance } from "../../instance.ts";
import { VERSION } from "../../version.ts";
import { htmlPage } from "../html-page.ts";
import { documentsSection } from "./documents-section.ts";
import { endpointsSection } from "./endpoints-section.ts";
import { errorsSection } from "./errors-section.ts";
import { formatsSection } from "./formats-section.ts";
import { headersSection } from "./headers-section.ts";
import { limitsSection } from "./limits-section.ts";
import { parametersSection } from "./parameters-section.ts";
import { type Section, sectionHtml } from "./parts.ts";
import { recipesSection } from "./recipes-section.ts";
import { startSection } from "./start-section.ts";
import { REFERENCE_STYLE } from "./style.ts";
import { trySection } from "./try-section.ts";

/** The interface for people, on one page: standalone, without script, made from the tables for one instance. */
export const referencePage = (instance: Instance, served: readonly ServedEndpointId[] = SERVED_ENDPOINTS): string => {
  const sections = sectionsOf(instance, served);
  return htmlPage({
    title: "Lumiglyph reference",
    style: REFERENCE_STYLE,
    body: `<a class="skip" href="#start">Skip to the reference</a>
<header class="bar">
<a class="mark" href="#start"><span aria-hidden="true">.:|@</span> Lumiglyph</a>
<span class="version">${VERSION}</span>
<nav aria-label="Documents"><a href="${ENDPOINTS.studio.path}">Studio</a><a href="${ENDPOINTS.openapi.path}">OpenAPI</a><a href="${ENDPOINTS.llms.path}">llms.txt</a><a href="${ENDPOINTS.errorReference.path}">Errors</a></nav>
</header>
<div class="frame">
<nav class="contents" aria-label="Contents">
<ul>
${[{ id: "start", title: "Start" }, ...sections].map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join("\n")}
</ul>
</nav>
<main>
${startSection(instance.baseUrl)}
${sections.map(sectionHtml).join("\n")}
</main>
</div>`,
  });
};

const sectionsOf = (instance: Instance, served: readonly ServedEndpointId[]): readonly Section[] => [
  trySection(),
  recipesSection(instance.baseUrl),
  parametersSection(),
  formatsSection(),
  headersSection(),
  errorsSection(instance.baseUrl),
  limitsSection(instance),
  endpointsSection(instance.baseUrl, served),
  documentsSection(),
];
