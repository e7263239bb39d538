import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "happy-dom",
    pool: "threads",
    isolate: false,
    testTimeout: 60_000,
    include: ["test/**/*.test.ts"],
  },
});
