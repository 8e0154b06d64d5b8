// Reads scripts as modules and prints what is wrong in them, a line each; run by test_scripts.py in Playwright's Node,
// which has the parser acorn within itself (hence --expose-internals).
const { readFileSync } = require("node:fs");
const acorn = require("internal/deps/acorn/acorn/dist/acorn");
const { base, fullAncestor } = require("internal/deps/acorn/acorn-walk/dist/walk");

const [globals, sayNothing, ...paths] = process.argv.slice(2);
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
const SCOPES = ["Program", "BlockStatement", "ForStatement", "ForOfStatement", "ForInStatement", "CatchClause", ...FUNCTIONS];

for (const path of paths) {
  try {
    const tree = acorn.parse(readFileSync(path, "utf8"), { ecmaVersion: "latest", sourceType: "module", locations: true });
    for (const [node, text] of faults(tree)) console.log(`${path}:${node.loc.start.line}: ${text}`);
  } catch (error) {
    console.log(`${path}: ${error}`);
  }
}

function faults(tree) {
  const found = [];
  const uses = [];
  fullAncestor(tree, (node, ancestors, _, type) => {
    if (node.type === "VariableDeclaration" && node.kind === "var") found.push([node, "var"]);
    if (node.type === "BinaryExpression" && ["==", "!="].includes(node.operator)) found.push([node, node.operator]);
    const scopes = ancestors.filter((other) => other !== node && SCOPES.includes(other.type));
    if (type === "Identifier") uses.push([node, scopes]);
    if (node.type === "AssignmentExpression" && node.left.type === "Identifier") uses.push([node.left, scopes]);
    declare(node, scopes, ancestors.at(-2)?.type === "ExportNamedDeclaration");
  }, { ...base, ImportDeclaration: () => {} });
  for (const node of tree.body) if (node.type === "ImportDeclaration") declare(node, [tree]);
  for (const [node, scopes] of uses) {
    const scope = scopes.findLast(({ names }) => names?.has(node.name));
    if (scope) scope.names.get(node.name).isUsed = true;
    else if (!globals.split(" ").includes(node.name)) found.push([node, `${node.name} is not declared`]);
  }
  fullAncestor(tree, ({ names = [] }) => {
    for (const [name, { node, isUsed }] of names) {
      if (!isUsed && !name.startsWith("_")) found.push([node, `${name} is not used`]);
      if (sayNothing.split(" ").includes(name)) found.push([node, `${name} says nothing of the thing`]);
    }
  });
  return found;
}

function declare(node, scopes, isExported = false) {
  const inner = scopes.at(-1);
  if (node.type === "VariableDeclaration") node.declarations.forEach(({ id }) => bind(inner, id, isExported));
  if (node.type === "FunctionDeclaration") bind(inner, node.id, isExported);
  if (FUNCTIONS.includes(node.type)) node.params.forEach((param) => bind(node, param));
  if (node.type === "CatchClause" && node.param) bind(node, node.param);
  if (node.type === "ImportDeclaration") node.specifiers.forEach(({ local }) => bind(inner, local));
}

function bind(scope, pattern, isUsed = false) {
  scope.names ??= new Map();
  if (pattern.type === "Identifier") {
    scope.names.set(pattern.name, { node: pattern, isUsed: isUsed || scope.names.get(pattern.name)?.isUsed });
  } else if (pattern.type === "ObjectPattern") pattern.properties.forEach((part) => bind(scope, part.value ?? part.argument));
  else if (pattern.type === "ArrayPattern") pattern.elements.forEach((part) => part && bind(scope, part));
  else if (pattern.type === "AssignmentPattern") bind(scope, pattern.left);
  else if (pattern.type === "RestElement") bind(scope, pattern.argument);
}
