// Starts `toybattle lsp` for rules and scenarios, and stops it with the editor.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const settings = workspace.getConfiguration("toybattle");
  const server = { command: settings.get("command"), args: ["lsp", ...settings.get("arguments")] };
  const patterns = ["**/*.rules", "**/*.feature", "**/terrains/*.yaml", "**/rules/citations.yaml"];
  const documentSelector = patterns.map((pattern) => ({ scheme: "file", pattern }));
  client = new LanguageClient("toybattle", "Toy Battle", server, { documentSelector });
  return client.start();
};

exports.deactivate = () => client && client.stop();
