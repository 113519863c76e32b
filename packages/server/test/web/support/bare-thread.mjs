// A thread without what only Node has, in which a bundled program runs. Buffer is left: Node makes its own fetch with it.
import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

for (const name of ["process", "global", "setImmediate", "clearImmediate"]) delete globalThis[name];
// In a browser a timer is a number.
const { setTimeout: later, setInterval: every } = globalThis;
globalThis.setTimeout = (...args) => Number(later(...args));
globalThis.setInterval = (...args) => Number(every(...args).unref());
// What tells PGlite that it is in a Web Worker.
globalThis.self = globalThis;
globalThis.WorkerGlobalScope = Object;
globalThis.location = new URL("https://sandbox.invalid/worker.js");
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith("file:")) return next(specifier, context);
    throw new Error(`A bundle for browsers imports ${specifier}.`);
  },
});

const { run } = await import(workerData.program);
parentPort.postMessage(await run(workerData.assets), []);
