import { docsPath, isDocsPath } from "./docs.ts";
import { targetPath } from "./node-request.ts";
import { isProbePath } from "./probes.ts";
import type { Serving } from "./serving.ts";

/** The path of a request as logs may have it. */
export function loggedPath({ kernel, hasDocs }: Serving, target: string, status: number | null): string {
  const path = targetPath(target);
  if (isProbePath(path)) return path;
  if (!hasDocs || !isDocsPath(path)) return kernel.loggedPath(path);
  // The path of a file that exists is no secret.
  const isFile = status !== null && status < 400 && status !== 204;
  return isFile ? path : `${docsPath}*`;
}
