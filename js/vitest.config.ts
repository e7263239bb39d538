import { defineConfig } from "vitest/config";

export default defineConfig({ test: { environment: "happy-dom", pool: "threads", isolate: false, include: ["test/**/*.test.ts"] } });
