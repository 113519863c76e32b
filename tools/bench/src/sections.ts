import { authSection } from "./auth/section.ts";
import { clientSection } from "./client/section.ts";
import { codegenSection } from "./codegen/section.ts";
import { docsSection } from "./docs/section.ts";
import type { Section, SectionName } from "./report/section.ts";
import { scaleSection } from "./scale/section.ts";
import { serverSection } from "./server/section.ts";
import { sizeSection } from "./size/section.ts";
import { stallsSection } from "./stalls/section.ts";
import { typesSection } from "./types/section.ts";
import { validatorsSection } from "./validators/section.ts";

/** What the bench can measure. Needs the generated files of the contract. */
export const sections: Readonly<Record<SectionName, Section>> = {
  client: clientSection,
  auth: authSection,
  size: sizeSection,
  validators: validatorsSection,
  types: typesSection,
  codegen: codegenSection,
  server: serverSection,
  scale: scaleSection,
  stalls: stallsSection,
  docs: docsSection,
};
