// Prints what scripts mean, their trees without places, a line of JSON each; run by test_scripts.py as lint.js is.
const { readFileSync } = require("node:fs");
const acorn = require("internal/deps/acorn/acorn/dist/acorn");

const withoutPlaces = (key, value) => (["start", "end"].includes(key) ? undefined : value);
for (const path of process.argv.slice(2)) {
  const tree = acorn.parse(readFileSync(path, "utf8"), { ecmaVersion: "latest", sourceType: "module" });
  console.log(JSON.stringify(tree, withoutPlaces));
}
