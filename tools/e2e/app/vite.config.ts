import { defineConfig } from "vite";

export default defineConfig({
  // The pages may be served from any folder.
  base: "./",
});
