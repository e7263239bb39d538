// The official TypeScript client calls tools of `hexwidget mcp`, and ajv checks each answer against the tool's schema.
// Arguments: the folder of the packages, the Python, and a JSON file with the calls. Prints the answers as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [packages, python, file] = process.argv.slice(2);
const found = createRequire(`${packages}/`);
const load = (name) => import(pathToFileURL(found.resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
const Ajv = found("ajv").default;

const client = new Client({ name: "a test", version: "1" });
const command = { command: python, args: ["-m", "hexwidget", "mcp"], env: { ...process.env } };
await client.connect(new StdioClientTransport(command));
const { tools } = await client.listTools();
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true });
for (const word of ["deprecated"]) ajv.removeKeyword(word), ajv.addVocabulary([word]);
const checks = Object.fromEntries(
  tools.map((tool) => [tool.name, [ajv.compile(tool.inputSchema), ajv.compile(tool.outputSchema)]]),
);
const answers = [];
for (const [name, given] of JSON.parse(readFileSync(file, "utf8"))) {
  const parts = [];
  const onprogress = ({ progress }) => parts.push(progress);
  const answer = await client.callTool({ name, arguments: given }, undefined, { onprogress });
  const [takes, gives] = checks[name];
  const fits = takes(given);
  const wrong = !answer.isError && !gives(answer.structuredContent) ? ajv.errorsText(gives.errors) : "";
  answers.push({ name, fits, wrong, refused: Boolean(answer.isError), text: answer.content[0].text, parts });
}
console.log(JSON.stringify({ capabilities: client.getServerCapabilities(), tools: tools.map((tool) => tool.name), answers }));
await client.close();
