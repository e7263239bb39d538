// The floors of the front end, from below to above. A module takes values of its own floor and of lower ones; types are free.
const FLOORS = ["geometry", "kernel", "state", "draw", "paint", "input", "chrome", "board", "pages"];
const TYPES = ["type-only", "type-import"];
const within = (floors) => `^src/(${floors.join("|")})/`;

export default {
  forbidden: [
    ...FLOORS.slice(0, -1).map((floor, n) => ({
      name: `${floor} takes no value of a higher floor`,
      severity: "error",
      from: { path: within([floor]) },
      to: { path: within(FLOORS.slice(n + 1)), dependencyTypesNot: TYPES },
    })),
    {
      name: "each module has a floor",
      severity: "error",
      from: { path: "^src/", pathNot: within(FLOORS) },
      to: {},
    },
    { name: "no cycles", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: TYPES } } },
  ],
  options: {
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
  },
};
