/** `info.version` of the contract that this server implements; a test holds it to the bundled document. */
export const contractVersion = "1.0.0";
