/** Runs before the first paint, so that a reader who chose a theme sees no other one. */
import { stored } from "./storage.ts";

const theme = stored("fleet-theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
