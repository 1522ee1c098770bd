// Counts the closed tours of a board by the module: node benchmarks/module.mjs MODULE ROWS COLUMNS
// prints one line of JSON with the number, CPU seconds and the bytes of the heap.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, rows, columns] = process.argv.slice(2);
globalThis.self = globalThis; // the module expects a Web Worker
globalThis.location = { href: "" };
const { default: load } = await import(pathToFileURL(module));
const babieca = await load({ wasmBinary: readFileSync(module.replace(/js$/, "wasm")) });
const began = process.cpuUsage();
const answer = babieca.count({ board: { sides: [+rows, +columns] } }, { threads: 1 }, null, {});
const { user, system } = process.cpuUsage(began);
const seconds = (user + system) / 1e6;
console.log(JSON.stringify({ ...answer, seconds, heap: babieca.HEAP8.length }));
